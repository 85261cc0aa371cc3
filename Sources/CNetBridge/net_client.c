#include "net_client.h"
