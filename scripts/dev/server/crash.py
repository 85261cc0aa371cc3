"""Kills a serving Herald at random points under load and looks at what is left.

Every write carries an Idempotency-Key. What was acknowledged must be there after the next start; what was not is sent again
with its key and must then be there once. Ends with 1 and the evidence when a write was lost or applied twice.
"""

import argparse
import http.client
import json
import os
import random
import sys
import tempfile
import threading
import time

from served import Served

CLIENTS = 8

CAMPAIGNS = {
    "herald": 1,
    "feedChannels": [{"channelId": "inbox", "name": "Inbox", "type": "in_app", "enabled": True}],
    "templates": [
        {
            "templateId": "note",
            "name": "Note",
            "variables": [{"key": "mark", "type": "string", "required": True}],
            "card": {"version": "1.0", "fallbackText": "A note", "style": {}, "body": [{"id": "t", "type": "text", "content": "{{mark}}"}]},
        }
    ],
}


class Client:
    """One connection; a reply that did not come whole is no reply."""

    def __init__(self, port, key):
        self.connection, self.key = http.client.HTTPConnection("127.0.0.1", port, timeout=30), key

    def call(self, method, path, body=None, idempotency=None):
        headers = {"apikey": self.key}
        if idempotency:
            headers["Idempotency-Key"] = idempotency
        if body is not None:
            headers["Content-Type"] = "application/json"
            body = json.dumps(body)
        self.connection.request(method, path, body, headers)
        reply = self.connection.getresponse()
        data = reply.read()
        return reply.status, json.loads(data) if data else None


def send(client, user, mark):
    body = {"templateId": "note", "receivers": [user], "variables": {user: {"mark": mark}}}
    return client.call("POST", "/v3/notifications/messages", body, idempotency=mark)


class Load(threading.Thread):
    """Sends and marks until the server is gone; remembers what was asked and what was acknowledged."""

    def __init__(self, port, key, user, name):
        super().__init__(daemon=True)
        self.port, self.key, self.user, self.tag = port, key, user, name
        self.asked, self.sent, self.read, self.failure = [], set(), set(), None

    def run(self):
        try:
            client, count = Client(self.port, self.key), 0
            while True:
                count += 1
                mark = f"{self.tag}-{count}"
                self.asked.append(mark)
                status, reply = send(client, self.user, mark)
                if status != 200:
                    self.failure = f"send {mark}: {status} {reply}"
                    return
                self.sent.add(mark)
                if count % 3 == 0:
                    items = items_of(client, self.user, limit=1)
                    status, _ = client.call("POST", f"/v3/notification-feed/{items[0]['id']}/read")
                    if status != 200:
                        self.failure = f"read: {status}"
                        return
                    self.read.add(items[0]["id"])
        except (OSError, http.client.HTTPException, json.JSONDecodeError):
            pass  # the server is dead, as it should be


def items_of(client, user, limit=None):
    found, query = [], ""
    while True:
        status, reply = client.call("GET", f"/v3/notification-feed?receiver={user}&limit={limit or 100}{query}")
        if status != 200:
            sys.exit(f"list: {status} {reply}")
        found += reply["data"]
        following = reply["meta"].get("next")
        if limit or not following:
            return found
        query = f"&id={following['id']}&sentAt={following['sentAt']}"


def check(server, key, user, loads):
    client, problems = Client(server.port, key), []
    marks = [item["variables"]["mark"] for item in items_of(client, user)]
    read = {item["id"] for item in items_of(client, user) if item["readAt"]}
    problems += [load.failure for load in loads if load.failure]
    problems += [f"lost: {mark}" for load in loads for mark in load.sent if mark not in marks]
    problems += [f"lost mark: {item}" for load in loads for item in load.read if item not in read]
    # Whoever heard nothing asks again, with the same key.
    for load in loads:
        for mark in load.asked:
            status, reply = send(client, user, mark)
            if status != 200:
                problems.append(f"again {mark}: {status} {reply}")
    marks = [item["variables"]["mark"] for item in items_of(client, user)]
    asked = [mark for load in loads for mark in load.asked]
    problems += [f"twice: {mark}" for mark in set(marks) if marks.count(mark) > 1]
    if sorted(marks) != sorted(asked) and not problems:
        problems.append(f"{len(asked)} asked, {len(marks)} there")
    return problems, len(asked), sum(len(load.sent) + len(load.read) for load in loads)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--herald", default=".build/release/herald")
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 32))
    options = parser.parse_args()
    chance, asked, acknowledged = random.Random(options.seed), 0, 0
    with tempfile.TemporaryDirectory() as folder:
        campaigns = os.path.join(folder, "campaigns")
        os.makedirs(campaigns)
        with open(os.path.join(campaigns, "crash.json"), "w") as file:
            json.dump(CAMPAIGNS, file)
        server = Served(options.herald, folder, campaigns)
        server.start()
        key = server.keys("new")
        for turn in range(options.kills):
            user = f"user-{turn}"
            loads = [Load(server.port, key, user, f"{turn}-{number}") for number in range(CLIENTS)]
            for load in loads:
                load.start()
            time.sleep(chance.uniform(0.005, 0.4))
            server.kill()
            for load in loads:
                load.join(timeout=30)
            server.start()
            problems, some, heard = check(server, key, user, loads)
            asked, acknowledged = asked + some, acknowledged + heard
            if problems:
                print(f"seed {options.seed}, kill {turn + 1}:", *problems[:20], sep="\n  ", file=sys.stderr)
                server.kill()
                return 1
        server.stop()
    print(f"{options.kills} kills, {asked} writes asked, {acknowledged} acknowledged before the kills (sends and marks):")
    print(f"none lost, none twice (seed {options.seed})")
    return 0


if __name__ == "__main__":
    sys.exit(main())
