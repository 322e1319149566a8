import { expect, it } from 'vitest';
import { parseMail } from './mail.parser.ts';

const lines = (...text: string[]) => Buffer.from(text.join('\r\n'));

it('reads a mail of one part', () => {
  const mail = parseMail(lines('From: a@example.com', 'To: b@example.com', 'Subject: Hello', '', 'First', 'Second'));
  expect(mail).toMatchObject({ from: 'a@example.com', to: 'b@example.com', subject: 'Hello', text: 'First\r\nSecond' });
});

it('reads both parts, in either encoding', () => {
  const html = Buffer.from('<p>Сәлем</p>').toString('base64');
  const mail = parseMail(
    lines(
      'Content-Type: multipart/alternative;',
      ' boundary="--_b"',
      '',
      'A preface nobody shows',
      '----_b',
      'Content-Type: text/plain; charset=utf-8',
      'Content-Transfer-Encoding: quoted-printable',
      '',
      '=D0=9F=D1=80=D0=B8=D0=B2=D0=B5=D1=82, a long =',
      'line =3D one',
      '----_b',
      'Content-Type: text/html; charset=utf-8',
      'Content-Transfer-Encoding: base64',
      '',
      html.slice(0, 10),
      html.slice(10),
      '----_b--',
      '',
    ),
  );
  expect([mail.text, mail.html]).toEqual(['Привет, a long line = one', '<p>Сәлем</p>']);
});

it('reads headers over several lines and in other alphabets', () => {
  const mail = parseMail(
    lines(
      'From: =?UTF-8?Q?=D0=9E=D0=B9=D0=BD=D0=B0_=26_Co?= <a@example.com>',
      `Subject: =?UTF-8?B?${Buffer.from('Қош ').toString('base64')}?=`,
      ` =?UTF-8?B?${Buffer.from('келдіңіз').toString('base64')}?=`,
      '',
      '',
    ),
  );
  expect([mail.from, mail.subject]).toEqual(['Ойна & Co <a@example.com>', 'Қош келдіңіз']);
});
