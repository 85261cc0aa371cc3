"""What one would write in an afternoon instead: a feed in FastAPI over SQLite."""

import json
import os
import sqlite3
import threading
import time

from fastapi import FastAPI, Header, HTTPException
from fastapi.responses import JSONResponse

app = FastAPI()
local = threading.local()
TIMES = "sent_at, delivered_at, read_at"
SCHEMA = """
CREATE TABLE IF NOT EXISTS tokens (token TEXT PRIMARY KEY, user TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS items (
    id TEXT PRIMARY KEY, receiver TEXT NOT NULL, sent_at INTEGER NOT NULL, delivered_at INTEGER, read_at INTEGER,
    rest TEXT NOT NULL, content TEXT NOT NULL);
CREATE INDEX IF NOT EXISTS items_sent ON items (receiver, sent_at, id);
"""


def database():
    if not hasattr(local, "connection"):
        local.connection = sqlite3.connect(os.environ["PEER_DATABASE"], isolation_level=None, timeout=10)
        local.connection.executescript("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;" + SCHEMA)
    return local.connection


def user_of(token):
    row = database().execute("SELECT user FROM tokens WHERE token = ?", (token,)).fetchone()
    if row is None:
        raise HTTPException(401)
    return row[0]


def item(row):
    identity, receiver, sent, delivered, read, rest, content = row
    times = {"sentAt": sent, "deliveredAt": delivered, "readAt": read}
    status = "read" if read else "delivered" if delivered else "sent"
    return {"id": identity, "receiver": receiver, "status": status, **times, **json.loads(rest), "content": json.loads(content)}


@app.get("/v3/notification-feed")
def feed(authtoken: str = Header(), limit: int = 20, sentAt: int = 1 << 60, id: str = "~"):
    rows = database().execute(
        f"SELECT id, receiver, {TIMES}, rest, content FROM items WHERE receiver = ? AND (sent_at, id) < (?, ?)"
        " ORDER BY sent_at DESC, id DESC LIMIT ?", (user_of(authtoken), sentAt, id, limit + 1)).fetchall()
    meta = {"current": {"limit": limit, "count": min(limit, len(rows))}}
    if len(rows) > limit:
        meta["next"] = {"affix": "append", "id": rows[limit - 1][0], "sentAt": rows[limit - 1][2]}
    return JSONResponse({"data": [item(row) for row in rows[:limit]], "meta": meta})


@app.post("/v3/notification-feed/{id}/read")
def read(id: str, authtoken: str = Header()):
    now = int(time.time())
    changed = database().execute(
        "UPDATE items SET read_at = coalesce(read_at, ?), delivered_at = coalesce(delivered_at, ?)"
        f" WHERE id = ? AND receiver = ? RETURNING id, {TIMES}", (now, now, id, user_of(authtoken))).fetchall()
    if not changed:
        raise HTTPException(404)
    return {"data": dict(zip(("id", "sentAt", "deliveredAt", "readAt"), changed[0]))}
