"""Asks the network, as a phone does, which address a name has: ``card_names.py dns|mdns NAME``."""

import socket
import struct
import sys

SERVERS = {"dns": ("10.42.0.1", 53), "mdns": ("224.0.0.251", 5353)}
ADDRESS = 1
ANSWER_S = 30

if __name__ == "__main__":
    way, name = sys.argv[1:]
    labels = b"".join(bytes([len(part)]) + part.encode() for part in name.split("."))
    asked = struct.pack(">6H", 7, 0x100, 1, 0, 0, 0) + labels + b"\0" + struct.pack(">2H", ADDRESS, 1)
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as line:
        line.settimeout(ANSWER_S)
        line.sendto(asked, SERVERS[way])
        told = line.recv(512)
    # The only answer with four bytes of data comes last, or is the first of several.
    found = told.find(struct.pack(">H", 4), len(asked))
    sys.stdout.write(socket.inet_ntoa(told[found + 2 : found + 6]) if found >= 0 else "no answer")
