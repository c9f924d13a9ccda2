import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compose } from './compose.ts';

test('a mail shows a name as it was typed, and runs nothing of it', () => {
  const sender = { brand: 'Podium', publicUrl: 'https://lectern.example.org' };
  const note = { subject: 'A subject', preview: '', greeting: 'Hello <b>Ada</b>,', paragraphs: [], footnote: '' };
  const { text, html } = compose(sender, 'ada@example.org', note);
  assert.match(text, /^Hello <b>Ada<\/b>,/);
  assert.match(html, /Hello &lt;b&gt;Ada&lt;\/b&gt;,/);
  assert.match(text, /Podium/);
  assert.match(html, /Podium - All Rights Reserved/);
  assert.doesNotMatch(text + html, /Lectern/);
});
