"""The web app: games over HTTP and WebSockets, with the engine as an opponent.

``quincunx serve`` starts it (``run.py``); ``create_app`` in ``app.py`` is what any ASGI server can
run. The database decides what happened in a game (``store.py``); processes hold nothing that
matters. It needs the extra ``quincunx[web]``.
"""
