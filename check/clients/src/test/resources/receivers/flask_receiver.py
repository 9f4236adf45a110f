"""A receiver on Flask, as its guide writes one. Says its port, then a line for each request."""
from flask import Flask, abort, request
from werkzeug.serving import make_server

app = Flask(__name__)
deployed = []


@app.before_request
def log():
    print(request.path, flush=True)


@app.post("/void")
def void():
    return ""


@app.post("/text")
def text():
    return "ok"


@app.post("/own")
def own():
    return {"accepted": True} if request.get_json() == {"orderId": 42} else abort(422)


@app.post("/deploy")
def deploy():
    if not deployed:
        deployed.append(True)
        abort(404)
    return ""


server = make_server("127.0.0.1", 0, app)
print(f"port {server.server_port}", flush=True)
server.serve_forever()
