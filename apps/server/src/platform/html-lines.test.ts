import { expect, it } from 'vitest';
import { htmlLines } from './html-lines.ts';

it.each([
  [
    '<ol><li>Open the <strong>client</strong>.</li><li>Enter the key.</li></ol>',
    '1. Open the client.\n2. Enter the key.',
  ],
  ['<p>First</p>\n  <ul><li>One</li><li>Two</li></ul><p>Last<br>line</p>', 'First\n• One\n• Two\nLast\nline'],
  ['<ol><li>One<ul><li>Part</li></ul></li><li>Two</li></ol>', '1. One\n• Part\n2. Two'],
  ['<p>My games &amp; apps, 1 &lt; 2, &amp;lt;, &quot;x&quot;</p>', 'My games & apps, 1 < 2, &lt;, "x"'],
  ['<script>alert(1)</script><p onclick="x">Text</p><a href="javascript:x">link</a>', 'Text\nlink'],
  ['', ''],
])('writes %s as lines', (html, lines) => expect(htmlLines(html)).toBe(lines));
