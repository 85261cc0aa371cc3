#include "herald_plugin.h"
