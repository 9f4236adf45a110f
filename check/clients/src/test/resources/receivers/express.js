// A receiver on Express, as its guide writes one. Says its port, then a line for each request.
const express = require('express');

const app = express();
app.use((request, _, next) => { console.log(request.path); next(); });
app.use(express.json());
app.post('/void', (_, response) => { response.end(); });
app.post('/text', (_, response) => { response.send('ok'); });
app.post('/own', ({ body }, response) => { response.status(body.orderId === 42 && Object.keys(body).length === 1 ? 200 : 422).json({ accepted: true }); });
let deployed = false;
app.post('/deploy', (_, response, next) => { if (deployed) response.end(); else next(); deployed = true; });
const server = app.listen(0, '127.0.0.1', () => console.log(`port ${server.address().port}`));
