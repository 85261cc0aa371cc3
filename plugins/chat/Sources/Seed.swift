internal import PluginKit
