/** A sandbox of the gateway of text messages; what it takes is shown in the mailbox. Numbers that end in 0000 do not exist. */
import type { MailSandbox } from '../mail/mail.sandbox.ts';
import type { Sandbox, SandboxRequest } from '../sandbox.ts';

export function createSmsSandbox(mailbox: Pick<MailSandbox, 'add'>): Sandbox {
  async function take(request: SandboxRequest): Promise<Response> {
    const { to, text } = (await request.json().catch(() => ({}))) as { to?: unknown; text?: unknown };
    if (typeof to !== 'string' || typeof text !== 'string' || !/^\+\d{10,15}$/.test(to) || text === '') {
      return Response.json({ message: 'to and text are needed' }, { status: 400 });
    }
    if (to.endsWith('0000')) return Response.json({ message: 'no such number' }, { status: 422 });
    mailbox.add({ to, from: 'SMS', subject: '', text, html: '' });
    return Response.json({ status: 'accepted' }, { status: 202 });
  }

  return {
    name: 'sms',
    prefix: '/sms',
    title: 'Text messages: shown in the mailbox',
    routes: [{ method: 'POST', path: '', handle: take }],
  };
}
