/* The layout assertions of the headers, checked with every build of the package. */
#include "herald_plugin.h"
