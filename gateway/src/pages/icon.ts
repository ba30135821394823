import { sendAnswer } from '@plumbline/http';
import type { Request, Response } from 'express';

/** A plumb bob on its line. */
const icon = Buffer.from(
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><g fill="#0b6e6e"><rect x="15" y="1" width="2" height="13"/><path d="M10 13h12v4l-6 14-6-14z"/></g></svg>`,
);

/** The picture browsers show on a tab. */
export function sendIcon(req: Request, res: Response): void {
  sendAnswer(req, res, 200, icon, { headers: { 'Content-Type': 'image/svg+xml', 'Cache-Control': 'max-age=86400' } });
}
