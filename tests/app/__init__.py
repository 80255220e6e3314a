"""The web app as its users meet it: a real server, real engines, a real Chromium."""
