import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { lines, read, srt, talk } from './test-talk.ts';

const json = JSON.stringify;
const inDigitsFrom = (zero: number): string =>
  srt(' --> ').replace(/^[\d:,]+( --> [\d:,]+)?$/gm, (line) =>
    line.replace(/\d/g, (digit) => String.fromCharCode(zero + Number(digit))),
  );
const wordsOf = ({ start, end, text }: (typeof talk)[number]) =>
  text.split(' ').map((word, n, all) => ({
    word,
    from: start + ((end - start) * n) / all.length,
    to: start + ((end - start) * (n + 1)) / all.length,
  }));

const inHundredths = (seconds: number): number => Math.round(seconds * 100) / 100;

/** SubRip, written otherwise. */
const subRip: Readonly<Record<string, string>> = {
  'an arrow of one dash': srt(' -> '),
  'a sign of an arrow': srt(' → '),
  'an escaped arrow': srt(' --&gt; '),
  'an arrow escaped for JSON': srt(' --\\u003e '),
  'an apostrophe before the milliseconds': srt(' --> ', "'"),
  'a dash': srt(' - ', '.'),
  'a wave': srt(' ~ '),
  ...Object.fromEntries(
    [' to ', ' à ', ' until ', ' hasta ', ' до ', '至', ' bis '].map((word) => [`the word${word}`, srt(word, '.')]),
  ),
  'blanks within the times': srt(' --> ').replaceAll(/,(?=\d)/g, ', '),
  'marks of direction': srt(' --> ')
    .replace(/^(?=00)/gm, '\u200E')
    .replaceAll(' --> ', '\u200F --> \u200E'),
  'wide colons': srt(' --> ').replace(/(?<=\d):/g, '：'),
  'line ends that are printed': srt(' --> ').replaceAll('\n', '\\n'),
  'blank lines of blanks': srt(' --> ').replaceAll('\n\n', '\n   \n'),
  'no first number': srt(' --> ').slice(2),
  'numbers with signs': srt(' --> ').replace(/^(\d)$/gm, '#$1.'),
  'numbers with a word and a sign': srt(' --> ').replace(/^(\d)$/gm, 'Cue #$1:'),
  'numbers with a word': srt(' --> ').replace(/^(\d)$/gm, 'Subtitle $1'),
  'numbers beside the times': srt(' --> ').replace(/^(\d)\n/gm, '$1 '),
  'numbers below the times': srt(' --> ').replace(/^(\d)\n(.*)/gm, '$2\n$1'),
  'digits that are Arabic': inDigitsFrom(0x660),
  'digits that are wide': inDigitsFrom(0xff10),
  'the form of Markdown': srt(' --> ')
    .replace(/^(\d)$/gm, '**$1**')
    .replace(/^(00.*)$/gm, '`$1`'),
  'the form of code': `\`\`\`srt\n${srt(' --> ')}\n\`\`\`\n`,
  'the form of an answered mail': srt(' --> ').replace(/^/gm, '> '),
  'the form of a web page': `<html><head><title>Talk</title></head><body><pre>${srt(' --&gt; ')}</pre></body></html>`,
  'breaks of a page': `<p>${srt(' --&gt; ').replaceAll('\n', '<br>\n')}</p>`,
  'the form of RTF': `{\\rtf1\\ansi{\\fonttbl{\\f0 Arial;}}\\f0 ${srt(' --> ').replaceAll('\n', '\\par\n')}}`,
};

/** Times in other writings. */
const ranges: Readonly<Record<string, string>> = {
  'whole milliseconds with an arrow': lines('{n}\n{from.ms} --> {to.ms}\n{text}\n'),
  'whole milliseconds in brackets': lines('[{from.ms} -> {to.ms}] {text}'),
  'milliseconds with their unit': lines('[{from.ms}ms -> {to.ms}ms] {text}'),
  'times below the words': lines('{text}\n{from.clock} --> {to.clock}\n'),
  'ranges in a list': lines('- {from.point} - {to.point}: {text}'),
  'ranges in brackets': lines('[{from.point} - {to.point}] {text}'),
  'a range before the words': lines('{from.point} – {to.point}: {text}'),
  'times with their names': lines('start={from} stop={to} {text}'),
  'times with their names in lines': lines('Start: {from.point}\nEnd: {to.point}\nText: {text}\n'),
  'seconds in brackets': lines('[{from.2} - {to.2}] {text}'),
  'seconds with an arrow': lines('{n}\n{from.3} --> {to.3}\n{text}\n'),
  'seconds with their unit': lines('0h 0m {from}s --> 0h 0m {to}s\n{text}\n'),
  'WebVTT with commas': `WEBVTT\n\n${lines('{from.clock} --> {to.point}\n{text}\n')}`,
  'WebVTT with seconds': `WEBVTT\n\n${lines('{from.3} --> {to.3}\n{text}\n')}`,
  'WebVTT with blank lines in the text': `WEBVTT\n\n${lines('{from.point} --> {to.point}\n{text}\n')
    .replace(/(\w) /g, '$1\n\n')
    .replaceAll(/(\d)\n\n/g, '$1 ')}`,
  'numbers parted by blanks': lines('{from.3} {to.3} {text}'),
  'the labels of Audacity': lines('{from.6}\t{to.6}\t{text}'),
  'the log of whisper.cpp': `${lines('[{from.point} --> {to.point}]   {text}')}\n\nwhisper_print_timings:     load time =   109.59 ms\n`,
  MPL2: lines('[{from.tenths}][{to.tenths}]/{text}').replaceAll(', ', ',|'),
  'MicroDVD with its rate': `{1}{1}10\n${lines('{{from.tenths}}{{to.tenths}}{y:i}{text}').replaceAll(', ', ',|')}`,
  'ASS without a head': `[Events]\n${lines('Dialogue: 0,{from.ass},{to.ass},Default,,0,0,0,,{text}')}`,
  'a TextGrid of Praat': `File type = "ooTextFile"\nObject class = "TextGrid"\n\nxmin = 0 \nxmax = 20 \ntiers? <exists> \nsize = 1 \nitem []: \n    item [1]:\n        class = "IntervalTier" \n        name = "talk" \n        xmin = 0 \n        xmax = 20 \n        intervals: size = 4 \n${lines('        intervals [{n}]:\n            xmin = {from} \n            xmax = {to} \n            text = "{text}" ')}\n`,
  'a short TextGrid of Praat': `File type = "ooTextFile"\nObject class = "TextGrid"\n\n0\n20\n<exists>\n1\n"IntervalTier"\n"talk"\n0\n20\n4\n${lines('{from}\n{to}\n"{text}"')}\n`,
};

const tables: Readonly<Record<string, string>> = {
  tildes: lines('{from}~{to}~{text}'),
  'single quotes': lines("'{from}','{to}','{text}'"),
  'bars and commas in its times': lines('{from.clock}|{to.clock}|{text}'),
  'the times of a clock': `Start;End;Text\n${lines('{from.clock};{to.clock};{text}')}`,
  'numbers first': lines('f00{n},{from},{to},"{text}"'),
  lengths: `start,duration,text\n${lines('{from},{length},"{text}"')}`,
  'times of a clock and lengths in milliseconds': `start;duration;text\n${lines('{from.clock};{length.ms};{text}')}`,
  'the form of Whisper': `start\tend\ttext\n${lines('{from.ms}\t{to.ms}\t{text}')}`,
  'a number missing in the row of counts': lines('{n},{from.1},{to.1},"{text}"')
    .replace('\n3,', '\n4,')
    .replace('\n4,12', '\n5,12'),
  'numbers for speakers': lines('{n},{from.1},{to.1},"{text}"').replace(/^\d/gm, (n) => `${(Number(n) + 1) % 2}`),
  'heads in French': `début;fin;texte\n${lines('{from.clock};{to.clock};"{text}"')}`,
  'words split by line ends': `start,end,text\n${lines('{from},{to},"{text}"').replace(/"(\w+) /g, '"$1\n')}`,
  'a separator at the end of the file': `text;start;end;\n${lines('"{text}";{from};{to};')}`,
  'columns behind the words, as the heads say': `start;end;text;confidence\n${lines('{from};{to};{text};0.98')}`,
  'columns of words behind them': `start;end;text;state\n${lines('{from};{to};{text};checked')}`,
  'the form of a page': `<table><tr><th>Start</th><th>End</th><th>Text</th></tr>${lines('<tr><td>{from.point}</td><td>{to.point}</td><td>{text}</td></tr>')}</table>`,
  'the form of Markdown': `| Start | End | Text |\n|---|:--|---|\n${lines('| {from.point} | {to.point} | {text} |')}`,
};

const xml: Readonly<Record<string, string>> = {
  'ttml in capitals': `<TT><BODY>${lines('<P BEGIN="{from}s" END="{to}s">{text}</P>')}</BODY></TT>`,
  'ttml without units': `<tt><body>${lines('<p begin="{from}" end="{to}">{text}</p>')}</body></tt>`,
  'ttml of milliseconds': `<tt><body>${lines('<p begin="{from.ms}" end="{to.ms}">{text}</p>')}</body></tt>`,
  'of attributes': `<captions>${lines('<caption begin="{from}" end="{to}"><b>{text}</b></caption>')}</captions>`,
  'of elements': `<?xml version="1.0"?>\n<root>${lines('<cue><start>{from}</start><end>{to}</end><text>{text}</text></cue>')}</root>`,
  'of cinemas': `<DCSubtitle><Font>${lines('<Subtitle TimeIn="{from.colon}" TimeOut="{to.colon}"><Text VAlign="bottom">{text}</Text></Subtitle>')}</Font></DCSubtitle>`,
  'of YouTube': `<?xml version="1.0"?><transcript>${lines('<text start="{from}" dur="{length}">{text}</text>')}</transcript>`,
  'of YouTube today': `<timedtext format="3"><body>${lines('<p t="{from.ms}" d="{length.ms}">{text}</p>')}</body></timedtext>`,
  SAMI: `<SAMI><BODY>${lines('<SYNC Start={from.ms}><P Class=ENCC>{text}\n<SYNC Start={to.ms}><P Class=ENCC>&nbsp;')}</BODY></SAMI>`,
  'SAMI that closes its marks': `<?xml version="1.0"?>\n<SAMI><BODY>${lines('<SYNC Start={from.ms}><P>{text}</P></SYNC><SYNC Start={to.ms}><P>&nbsp;</P></SYNC>')}</BODY></SAMI>`,
};

const jsonForms: Readonly<Record<string, string>> = {
  'a list': json(talk),
  'in lines': lines('{"start": {from}, "end": {to}, "text": "{text}"}'),
  'with NaN': `{"segments": [${lines('{"avg_logprob": NaN, "start": {from}, "end": {to}, "text": "{text}"}', ',')}]}`,
  'with texts for numbers': `{"items": [${lines('{"start_time": "{from}", "end_time": "{to}", "transcript": "{text}"}', ',')}]}`,
  'of YouTube': `{"events": [${lines('{"tStartMs": {from.ms}, "dDurationMs": {length.ms}, "segs": [{"utf8": "{text}"}]}', ',')}]}`,
  'with a comma at its end': `[${lines('{"start": {from}, "end": {to}, "text": "{text}"}', ',')},]`,
  'with a name for each': json(Object.fromEntries(talk.map((cue, n) => [`cue-${'abcd'[n]}`, cue]))),
  'with both times under one name': `[${lines('{"time": {"start": {from}, "end": {to}}, "text": "{text}"}', ',')}]`,
  'as Python shows it': `[${lines("{'start': {from}, 'end': {to}, 'text': '{text}'}", ', ')}]`,
  'of things as Python shows them': `[${lines("Segment(id={n}, start={from}, end={to}, text=' {text}', tokens=[1, 2])", ', ')}]`,
  'with remarks': `// made by hand\n${json(talk)} // the end`,
  'in a script': `window.captions = ${json(talk)};`,
  'as a text within JSON': json(json({ segments: talk })),
  'of several values in many lines': talk.map((cue) => JSON.stringify(cue, null, 2)).join('\n'),
  'with an event around each line': lines(
    '{"type": "final", "segment": {"start": {from}, "end": {to}, "text": "{text}"}}',
  ),
  'of lists': `[${lines('[{from}, {to}, "{text}"]', ',')}]`,
  'of a list for each thing': json({
    start: talk.map(({ start }) => start),
    end: talk.map(({ end }) => end),
    text: talk.map(({ text }) => text),
  }),
  'with names that end in units': `[${lines('{"startTimeInMs": {from.ms}, "endTimeInMs": {to.ms}, "text": "{text}"}', ',')}]`,
  'with WebVTT in a field': json({ language: 'en', vtt: `WEBVTT\n\n${srt(' --> ', '.')}` }),
  'of SubRip as a text': json(srt(' --> ')),
  'of Video Indexer': `{"videos": [{"insights": {"transcript": [${lines('{"id": {n}, "text": "{text}", "instances": [{"start": "0:00:{from}", "end": "0:00:{to}"}]}', ',')}]}}]}`,
  'with durations of minutes': `{"phrases": [${lines('{"offset": "PT0M{from}S", "duration": "PT0M{length}S", "display": "{text}"}', ',')}]}`,
  'of Azure, in ticks': `{"recognizedPhrases": [${lines('{"OffsetInTicks": {from.ms}0000, "DurationInTicks": {length.ms}0000, "NBest": [{"Lexical": "x", "Display": "{text}"}, {"Display": "other"}]}', ',')}]}`,
  'of Watson': json({
    results: talk.map((cue) => ({
      alternatives: [{ transcript: cue.text, timestamps: wordsOf(cue).map(({ word, from, to }) => [word, from, to]) }],
    })),
  }),
  'of AssemblyAI with seconds': json({
    language_code: 'eng',
    words: talk.flatMap(wordsOf).map(({ word, from, to }) => ({ text: word, start: from, end: to })),
  }),
};

suite('every word and every time comes out, and nothing else', () => {
  for (const [kind, forms] of Object.entries({
    'SubRip with': subRip,
    'a text with': ranges,
    'a table with': tables,
    XML: xml,
    JSON: jsonForms,
  }))
    for (const [form, text] of Object.entries(forms))
      test(`when it is ${kind} ${form}`, () => {
        const { cues, warnings, untimed } = read(text);
        const rounded = cues.map((cue) => ({ ...cue, start: inHundredths(cue.start), end: inHundredths(cue.end) }));
        assert.deepEqual([rounded, warnings, untimed], [talk, 0, undefined]);
      });
});
