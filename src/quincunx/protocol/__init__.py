"""The engine for other programs: UGI, JSON lines and HTP, each over standard input and output.

``quincunx engine`` starts them; docs/protocol.md describes them field by field. Each protocol is
one file over ``quincunx.engine``. They share the reading and writing of lines (channel.py), the
clock (clock.py), and settings and reports (engines.py).
"""
