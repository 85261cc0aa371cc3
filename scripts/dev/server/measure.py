"""The figures of the server, beside nginx and a small FastAPI server in the same run. About three minutes."""

import http.client
import json
import os
import re
import socket
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time

from served import Served

HERE = os.path.dirname(os.path.abspath(__file__))
ROUNDS, SECONDS, CONNECTIONS = 5, 3, 64
NGINX = """
worker_processes {workers}; pid {folder}/nginx.pid; error_log {folder}/nginx.log; daemon off;
events {{ worker_connections 1024; }}
http {{
    access_log off; sendfile on; keepalive_requests 1000000000; default_type application/json;
    client_body_temp_path {folder}; proxy_temp_path {folder}; fastcgi_temp_path {folder}; uwsgi_temp_path {folder};
    scgi_temp_path {folder};
    server {{ listen 127.0.0.1:{port}; root {folder}/www; }}
}}
"""


class Herald(Served):
    def call(self, method, path, body=None, **headers):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=120)
        text = None if body is None else json.dumps(body)
        connection.request(method, path, text, {"Content-Type": "application/json", **headers})
        reply = connection.getresponse()
        data = reply.read()
        if reply.status >= 300:
            sys.exit(f"{method} {path}: {reply.status} {data[:300]}")
        return data


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def wait_for(port):
    for _ in range(200):
        try:
            http.client.HTTPConnection("127.0.0.1", port, timeout=1).connect()
            return
        except OSError:
            time.sleep(0.05)
    sys.exit(f"nothing listens on port {port}")


def load(port, path, token=None, script=None, seconds=SECONDS, connections=CONNECTIONS, environment={}):
    command = ["wrk", "-t1", f"-c{connections}", f"-d{seconds}", "--latency"]
    if token:
        command += ["-H", f"authtoken: {token}"]
    if script:
        command += ["-s", os.path.join(HERE, script)]
    command.append(f"http://127.0.0.1:{port}{path}")
    text = subprocess.run(command, capture_output=True, text=True, check=True, env={**os.environ, **environment}).stdout
    if "Non-2xx" in text or "Socket errors" in text:
        sys.exit(text)
    rate = float(re.search(r"Requests/sec:\s+([\d.]+)", text)[1])
    number, unit = re.search(r"99%\s+([\d.]+)(us|ms|s)", text).groups()
    return rate, float(number) * {"us": 0.001, "ms": 1, "s": 1000}[unit]


def fill(herald, token, admin):
    for start in range(0, 60, 20):
        for number in range(start, start + 20):
            body = {"templateId": "parcel", "receivers": ["ana"], "variables": {"ana": {"eta": f"18:{number:02}"}}}
            herald.call("POST", "/v3/notifications/messages", body, apikey=admin)
    return herald.call("GET", "/v3/notification-feed?limit=20", authtoken=token)


def copy_to_peer(herald, database, token):
    page = "/v3/notification-feed?limit=60"
    connection = sqlite3.connect(database)
    connection.executescript("PRAGMA journal_mode = WAL;")
    schema = re.search(r'SCHEMA = """(.*?)"""', open(os.path.join(HERE, "peer.py")).read(), re.S)[1]
    connection.executescript(schema)
    connection.execute("INSERT INTO tokens VALUES (?, 'ana')", (token,))
    for item in json.loads(herald.call("GET", page, authtoken=token))["data"]:
        own = ("id", "receiver", "sentAt", "deliveredAt", "readAt", "status", "content")
        rest = {name: value for name, value in item.items() if name not in own}
        row = (item["id"], "ana", item["sentAt"], None, None, json.dumps(rest), json.dumps(item["content"]))
        connection.execute("INSERT INTO items VALUES (?, ?, ?, ?, ?, ?, ?)", row)
    connection.commit()
    connection.close()


def grow(database, user, count):
    """Copies an item until the user has so many; as the server stores them, but in one go."""
    connection = sqlite3.connect(database)
    columns = [row[1] for row in connection.execute("PRAGMA table_info(feed_items)")]
    row = dict(zip(columns, connection.execute("SELECT * FROM feed_items LIMIT 1").fetchone()))
    connection.execute("INSERT OR IGNORE INTO users (id, created_at, updated_at) VALUES (?, 1, 1)", (user,))
    # Many items share a time, as after a large send.
    values = ({**row, "id": f"feed-{user}-{n:08}", "receiver": user, "sent_at": 1700000000 + n // 50} for n in range(count))
    names = ", ".join(columns)
    connection.executemany(
        f"INSERT INTO feed_items ({names}) VALUES ({', '.join(':' + name for name in columns)})", values
    )
    connection.commit()
    connection.close()


def page_times(herald, user, count, admin):
    token = herald.keys("token", user)
    middle = f"&id=feed-{user}-{count // 2:08}&sentAt={1700000000 + count // 2 // 50}"
    times = {}
    for name, query in {"first": "", "middle": middle}.items():
        values = []
        for _ in range(200):
            start = time.perf_counter()
            herald.call("GET", f"/v3/notification-feed?limit=20{query}", authtoken=token)
            values.append((time.perf_counter() - start) * 1000)
        times[name] = statistics.median(values[20:])
    return times


def main():
    with tempfile.TemporaryDirectory() as folder:
        herald = Herald(".build/release/herald", folder, "scripts/campaigns")
        try:
            run(herald, folder)
        finally:
            herald.stop()


def run(herald, folder):
    os.chmod(folder, 0o755)  # nginx serves as another user
    herald.start()
    admin, token = herald.keys("new"), herald.keys("token", "ana")
    page = fill(herald, token, admin)
    os.makedirs(os.path.join(folder, "www"))
    with open(os.path.join(folder, "www", "page"), "wb") as file:
        file.write(page)
    nginx_port, peer_port = free_port(), free_port()
    with open(os.path.join(folder, "nginx.conf"), "w") as file:
        file.write(NGINX.format(folder=folder, port=nginx_port, workers=os.cpu_count()))
    peer_database = os.path.join(folder, "peer.db")
    copy_to_peer(herald, peer_database, token)
    children = [subprocess.Popen(["nginx", "-p", folder, "-c", os.path.join(folder, "nginx.conf")])]
    command = [sys.executable, "-m", "uvicorn", "peer:app", "--port", str(peer_port), "--log-level", "critical"]
    command += ["--app-dir", HERE, "--workers", str(os.cpu_count()), "--no-access-log"]
    children.append(subprocess.Popen(command, env={**os.environ, "PEER_DATABASE": peer_database}))
    try:
        wait_for(nginx_port)
        wait_for(peer_port)
        pages(herald, token, page, nginx_port, peer_port)
        marks(herald, folder, token, admin, peer_port)
    finally:
        for child in children:
            child.terminate()
        for child in children:
            child.wait(timeout=30)
    sends(herald, admin)
    herald.stop()
    growth(herald, admin)


def pages(herald, token, page, nginx_port, peer_port):
    path, rounds = "/v3/notification-feed?limit=20", []
    for number in range(ROUNDS + 1):
        one = (load(herald.port, path, token), load(nginx_port, "/page"), load(peer_port, path, token))
        if number:  # the first only warms up
            rounds.append(one)
    middle = statistics.median
    print(f"a feed page of 20 items, {len(page)} bytes, {CONNECTIONS} connections kept alive, {ROUNDS} rounds, medians")
    for place, name in enumerate(("herald", "nginx, same bytes", "FastAPI + SQLite")):
        print(f"  {name:18} {middle(one[place][0] for one in rounds):9.0f}/s   p99 {middle(one[place][1] for one in rounds):7.2f} ms")
    print(f"  herald : nginx    {middle(one[0][0] / one[1][0] for one in rounds):6.2f}  round by round (reach 0.35)")
    print(f"  herald : FastAPI  {middle(one[0][0] / one[2][0] for one in rounds):6.1f}  round by round (reach 10)")


def marks(herald, folder, token, admin, peer_port):
    ids = os.path.join(folder, "ids")
    herald.stop()
    grow(herald.database, "ana", 200_000)
    herald.start()
    with open(ids, "w") as file:
        file.writelines(f"feed-ana-{number:08}\n" for number in range(200_000))
    rate, late = load(herald.port, "/", token, "reads.lua", environment={"ITEM_IDS": ids})
    print(f"\nmark read, each durable and of a new item, {CONNECTIONS} connections: {rate:.0f}/s, p99 {late:.2f} ms")
    with open(ids, "w") as file:
        connection = sqlite3.connect(os.path.join(folder, "peer.db"))
        file.writelines(row[0] + "\n" for row in connection.execute("SELECT id FROM items"))
        connection.close()
    rate, late = load(peer_port, "/", token, "reads.lua", environment={"ITEM_IDS": ids})
    print(f"  FastAPI + SQLite, the same few items again and again: {rate:.0f}/s, p99 {late:.2f} ms")


def sends(herald, admin):
    times = []
    for turn in range(3):
        receivers = [f"receiver-{turn}-{number}" for number in range(10_000)]
        start = time.perf_counter()
        herald.call("POST", "/v3/notifications/messages", {"templateId": "parcel", "receivers": receivers}, apikey=admin)
        times.append(time.perf_counter() - start)
    print(f"\na send to 10,000 new receivers until all is stored: {statistics.median(times):.2f} s, median of 3")


def growth(herald, admin):
    print("\na page of 20 for a user with so many items, one connection a call, medians in ms (flat is right)")
    for count in (10, 1_000, 100_000, 1_000_000):
        grow(herald.database, f"owner{count}", count)
        herald.start()
        times = page_times(herald, f"owner{count}", count, admin)
        herald.stop()
        print(f"  {count:9,}   first page {times['first']:6.2f}   from the middle {times['middle']:6.2f}")


if __name__ == "__main__":
    main()
