import express from 'express';
import { call, serving } from './server';

describe('serving an express application', () => {
  it('keeps everything express gives to requests and responses', async () => {
    const app = express();
    app.get('/hello', (req, res) => {
      res.json({ query: req.query, type: req.get('x-type'), ownApp: req.app === app, prototypes: untouched(req, res) });
    });
    const untouched = (req: object, res: object) =>
      Object.getPrototypeOf(req) === app.request && Object.getPrototypeOf(res) === app.response;
    await serving(app, async ({ port }) => {
      const { text } = await call(port, '/hello?a=1', { headers: { 'x-type': 'b' } });
      expect(JSON.parse(text)).toEqual({ query: { a: '1' }, type: 'b', ownApp: true, prototypes: true });
    });
  });
});
