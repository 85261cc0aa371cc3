#include "net_server.h"
