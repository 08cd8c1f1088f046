"""The table in the browser: pages, requests, sockets."""
