#ifndef HERALD_CNETBRIDGE_H
#define HERALD_CNETBRIDGE_H
#include "net_client.h"
#include "net_server.h"
#endif
