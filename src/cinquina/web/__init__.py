"""The browser version: pages, requests and sockets."""
