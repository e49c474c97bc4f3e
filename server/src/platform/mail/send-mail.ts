// Sends one e-mail over the installation's SMTP server. The server is a setting, not an address that users enter, so it
// may be private.
import { createTransport } from 'nodemailer';

export type Mail = {
  readonly from: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** Becomes the Message-ID: receivers recognize a repeated e-mail by it. */
  readonly id: string;
};

const TIMEOUT_MS = 10_000;

/** Rejects unless the server accepts the e-mail. */
export async function sendMail(smtpUrl: string, { from, to, subject, text, id }: Mail): Promise<void> {
  const transport = createTransport(
    {
      ...smtpOptions(smtpUrl),
      connectionTimeout: TIMEOUT_MS,
      greetingTimeout: TIMEOUT_MS,
      socketTimeout: TIMEOUT_MS,
      // Notices hold no files; nothing is read from disk or from other addresses.
      disableFileAccess: true,
      disableUrlAccess: true,
    },
    { from },
  );
  try {
    await transport.sendMail({
      to: { name: '', address: to },
      subject,
      text,
      messageId: `<${id}@${domainOf(from)}>`,
      headers: { 'Auto-Submitted': 'auto-generated' },
    });
  } finally {
    transport.close();
  }
}

/** `smtp:` upgrades to TLS if the server offers it; a login is sent over TLS only. `smtps:` begins with TLS. */
function smtpOptions(smtpUrl: string) {
  const { protocol, hostname, port, username, password } = new URL(smtpUrl);
  const isSecure = protocol === 'smtps:';
  const hasLogin = username !== '';
  return {
    host: hostname.replaceAll(/[[\]]/g, ''),
    port: port === '' ? (isSecure ? 465 : 587) : Number(port),
    secure: isSecure,
    requireTLS: !isSecure && hasLogin,
    ...(hasLogin && { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
  };
}

function domainOf(from: string): string {
  return /@([^\s@>]+)>?\s*$/.exec(from)?.[1] ?? 'localhost';
}
