import { sendAnswer, setSecurityHeaders } from '@plumbline/http';
import { type Request, type RequestHandler, type Response, Router } from 'express';
import swaggerUi from 'swagger-ui-express';
import { pathPrefix } from '../redirect';
import { recordOf } from '../requestRecord';

/**
 * Scripts and styles from ourselves only, none inline but the one style that the explorer adds to the page itself; its
 * icons are data URLs in its style sheet.
 */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'sha256-RL3ie0nH+Lzz2YNqQN83mnU0J1ot4QL7b99vMdIX99w='",
  "img-src 'self' data:",
  "connect-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

const style = `
:root{color-scheme:light}
body{margin:0;background:#fbfbf9;color:#1d2328;font:16px/1.5 system-ui,-apple-system,"Segoe UI",sans-serif}
body>header{border-bottom:1px solid #dfe3e6;background:#fff}
body>header>div{display:flex;align-items:center;gap:1.25rem;max-width:1460px;min-height:3.25rem;margin:0 auto;padding:0 20px}
body>header a{color:#0b6e6e;text-decoration:none;font-size:.925rem}
body>header a:hover{text-decoration:underline}
body>header .brand{font-size:1rem;font-weight:650;color:#1d2328;margin-right:auto}
.swagger-ui .topbar{display:none}
.swagger-ui .info{margin:28px 0}
.swagger-ui .scheme-container{background:none;box-shadow:none;padding:12px 0}
`;

const html = (prefix: string) => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>API documentation – Plumbline</title>
<link rel="stylesheet" href="./swagger-ui.css"><link rel="stylesheet" href="./plumbline.css"></head>
<body>
<header><div><a class="brand" href="${prefix}/api/">Plumbline</a><a href="${prefix}/api/redoc/">Everything on one page</a><a href="${prefix}/api/swagger.yaml">OpenAPI</a><a href="${prefix}/user/profile/">Profile</a><a href="${prefix}/logout/">Sign out</a></div></header>
<div id="swagger-ui"></div>
<script src="./swagger-ui-bundle.js"></script><script src="./swagger-ui-standalone-preset.js"></script><script src="./swagger-ui-init.js"></script>
</body>
</html>
`;

/** Runs in the browser, from its source text: a signed-in visitor's writes need the token of their cookie. */
const sendCsrfToken = `(request) => {
  const token = /(?:^|; *)csrftoken=([^;]+)/.exec(document.cookie);
  if (token && !/^(GET|HEAD|OPTIONS)$/i.test(request.method || 'GET')) request.headers['X-CSRFToken'] = token[1];
  return request;
}`;

/** The page where the API can be read and tried. */
export function sendExplorer(req: Request, res: Response): void {
  sendAnswer(req, res, 200, Buffer.from(html(pathPrefix(req))), {
    allow: ['GET', 'HEAD', 'OPTIONS'],
    headers: { 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': policy },
  });
}

/** Of all that comes with the explorer, what the page needs. */
const pageFiles = /^\/api\/docs\/(?:plumbline\.css|swagger-ui\.css|swagger-ui-(?:bundle|standalone-preset|init)\.js)$/;

/** Serves the explorer's scripts and styles; what is none of them is left to the next handler. */
export function explorerFiles(): RequestHandler {
  const requestInterceptor = Object.assign(() => undefined, { toString: () => sendCsrfToken });
  const files = Router();
  files.use((req, res, next) => {
    if (!pageFiles.test(req.path)) return next('router');
    recordOf(res).route = '/api/docs/{file}';
    next();
  });
  files.use(setSecurityHeaders);
  files.get('/api/docs/plumbline.css', (_req, res) => {
    res.type('css').send(style);
  });
  files.use(
    '/api/docs',
    ...swaggerUi.serveFiles(undefined, {
      swaggerUrl: '../swagger.json',
      swaggerOptions: { docExpansion: 'none', filter: true, defaultModelsExpandDepth: 0, requestInterceptor },
    }),
  );
  return files;
}
