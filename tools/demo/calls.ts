// Calls of the demo to the public APIs, each with the right credentials.
import { askOnce } from '@volley/bench/harness/partner-client.ts';

type Method = 'GET' | 'POST' | 'PUT';
/** Throws for an answer outside 2xx. */
export type Ask = (method: Method, path: string, body?: object) => Promise<unknown>;

export const askWith =
  (url: string, token: string, prefix = ''): Ask =>
  (method, path, body) =>
    askOnce(url, { token, method, path: `${prefix}${path}`, body });

/** Uploads a document of a company: a small, valid PDF. */
export async function upload(url: string, token: string, companyId: number, filename: string): Promise<string> {
  const form = new FormData();
  form.append('file', new Blob([pdfOf(filename)], { type: 'application/pdf' }), filename);
  const response = await fetch(`${url}/company/${companyId}/documents`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  });
  const answer: unknown = await response.json();
  if (!response.ok || typeof answer !== 'object' || answer === null || !('id' in answer))
    throw new Error(`${filename}: ${response.status} ${JSON.stringify(answer)}`);
  return String(answer.id);
}

function pdfOf(title: string): string {
  const words = title.replaceAll(/[^\x20-\x7e]|[()\\]/g, '');
  const content = `BT /F1 20 Tf 60 740 Td (${words}) Tj 0 -30 Td /F1 12 Tf (A demo document.) Tj ET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let text = '%PDF-1.4\n';
  const places = objects.map((object, index) => {
    const place = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(place).padStart(10, '0')} 00000 n \n`;
  });
  const table = text.length;
  return `${text}xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.join('')}trailer << /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${table}\n%%EOF\n`;
}
