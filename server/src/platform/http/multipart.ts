// A form with one file, as RFC 7578 describes it. The names of fields are ours; the name of the file is cleaned.
import { randomBytes } from 'node:crypto';

export type UploadedFile = { readonly bytes: Buffer; readonly contentType: string; readonly name: string };

export type UploadForm = { readonly headers: Readonly<Record<string, string>>; readonly bytes: Buffer };

const NAME_LENGTH_MAX = 100;
const CONTENT_TYPE = /^[\w.+-]{1,60}\/[\w.+-]{1,60}$/;

export function multipartOf(
  field: string,
  file: UploadedFile,
  texts: Readonly<Record<string, string>> = {},
): UploadForm {
  const boundary = `volley-${randomBytes(16).toString('hex')}`;
  const part = (name: string, more: string) => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"${more}`;
  const fields = Object.entries(texts).map(([name, text]) => `${part(name, '')}\r\n\r\n${text}\r\n`);
  const head = `; filename="${cleanName(file.name)}"\r\ncontent-type: ${cleanType(file.contentType)}\r\n\r\n`;
  return {
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    bytes: Buffer.concat([
      Buffer.from(`${fields.join('')}${part(field, head)}`),
      file.bytes,
      Buffer.from(`\r\n--${boundary}--\r\n`),
    ]),
  };
}

/** Without the parameters; a type of the wrong form becomes that of any bytes. */
export function cleanType(contentType: string): string {
  const type = (contentType.split(';')[0] ?? '').trim().toLowerCase();
  return CONTENT_TYPE.test(type) ? type : 'application/octet-stream';
}

const cleanName = (name: string): string => name.replaceAll(/[^\w.-]/g, '_').slice(-NAME_LENGTH_MAX) || 'file';
