"""A `herald serve` of its own, for measuring and for breaking."""

import os
import signal
import subprocess
import sys


class Served:
    def __init__(self, program, folder, campaigns):
        self.program, self.folder, self.campaigns = os.path.abspath(program), folder, campaigns
        self.database, self.process, self.port = os.path.join(folder, "herald.db"), None, None

    def start(self):
        command = [self.program, "serve", "--listen", "127.0.0.1:0", "--database", self.database, "--quiet"]
        command += ["--state-dir", os.path.join(self.folder, "state"), "--campaigns", self.campaigns]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        line = self.process.stdout.readline().strip()
        if not line.startswith("http://"):
            sys.exit(f"the server did not start: {line!r}, status {self.process.wait()}")
        self.port = int(line.rsplit(":", 1)[1])

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self):
        """Ends it as a person would; a server that is down stays so."""
        if self.process and self.process.poll() is None:
            self.process.terminate()
            if self.process.wait(timeout=30) not in (0, 143):
                sys.exit(f"the server ended with {self.process.returncode}")

    def keys(self, *words):
        command = [self.program, "keys", *words, "--database", self.database]
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
