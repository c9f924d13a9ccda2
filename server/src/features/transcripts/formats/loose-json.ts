/** A value, and whether the text ends within it. */
export type LooseJson = { value: unknown; isCut: boolean };

const deepest = 100;
/** Letters before a value: `var captions = `, a remark, what guards against scripts. */
const longestPrefix = 2000;

/**
 * Parses lenient JSON: Python words and quotes, NaN, comments, trailing commas, one value per line, concatenated
 * values, an assignment prefix, or truncation. Undefined for other text.
 */
export function parseLooseJson(text: string): LooseJson | undefined {
  const value = parsed(text);
  if (value !== undefined) return { value, isCut: false };
  const begin = /(?:^|[=(:\n])\s{0,99}(?=[[{])/.exec(text.slice(0, longestPrefix));
  if (!begin) return undefined;
  const body = text.slice(begin.index + begin[0].length);
  const whole = oneByOne(body);
  return whole && !whole.isCut ? whole : (inLines(body) ?? whole);
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

/** A value in each line: a line that is none costs the others nothing. */
function inLines(text: string): LooseJson | undefined {
  const lines = text.split('\n').filter((line) => line.trim());
  const values = lines.map((line) => {
    const found = oneByOne(line.replace(/,\s{0,99}$/, ''));
    return found && !found.isCut ? found.value : undefined;
  });
  const read = values.filter((value) => value !== undefined).length;
  // An entry without a time counts as a skipped cue.
  return read > 1 && read * 2 > lines.length
    ? { value: values.map((value, n) => value ?? { text: lines[n] }), isCut: false }
    : undefined;
}

/** The values of a text, and nothing where there is anything else among them; words may follow the last. */
function oneByOne(text: string): LooseJson | undefined {
  const reader = new Reader(text);
  const values: unknown[] = [];
  try {
    while (reader.isAtValue()) values.push(reader.readValue(0));
  } catch {
    return undefined;
  }
  if (values.length === 0 || reader.position * 2 < text.length) return undefined;
  const isCut = reader.isCut || /[[{]/.test(text.slice(reader.position));
  return { value: values.length === 1 ? values[0] : values, isCut };
}

const blanks = /(?:[\s;,]|\/\/[^\n]*|\/\*[^]*?\*\/)*/y;
const words = /[A-Za-z_$][\w$.]*/y;
const numbers = /[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?/iy;
const truths = new Map<string, boolean>([
  ['true', true],
  ['True', true],
  ['false', false],
  ['False', false],
]);
/** The empty values of JSON, JavaScript and Python. */
const nothing = new Set(['null', 'None', 'undefined', 'NaN', 'nan', 'Infinity', 'inf']);
const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f' };

class Reader {
  readonly #text: string;
  position = 0;
  isCut = false;

  constructor(text: string) {
    this.#text = text;
  }

  isAtValue(): boolean {
    this.#take(blanks);
    return /[[{]/.test(this.#text.charAt(this.position));
  }

  readValue(depth: number): unknown {
    if (depth > deepest) throw new SyntaxError('nested too deep');
    const sign = this.#text.charAt(this.position);
    if (sign === '"' || sign === "'") return this.#readString(sign);
    if (sign === '[' || sign === '(') return this.#readList(sign === '[' ? ']' : ')', depth);
    if (sign === '{') return this.#readFields('}', depth);
    const number = this.#take(numbers);
    if (number) return Number(number);
    const word = this.#take(words) || this.#take(/-(?:Infinity|inf)/y).slice(1);
    if (truths.has(word)) return truths.get(word);
    this.isCut ||= this.position >= this.#text.length;
    if (this.isCut || nothing.has(word)) return null;
    // `Segment(start=0.0, text='…')`, as Python shows a thing.
    if (word && this.#text[this.position] === '(') return this.#readFields(')', depth);
    throw new SyntaxError('no value');
  }

  #take(pattern: RegExp): string {
    pattern.lastIndex = this.position;
    const found = pattern.exec(this.#text)?.[0] ?? '';
    this.position += found.length;
    return found;
  }

  #isEnd(close: string): boolean {
    this.#take(blanks);
    this.isCut ||= this.position >= this.#text.length;
    if (this.isCut) return true;
    if (this.#text[this.position] !== close) return false;
    this.position += 1;
    return true;
  }

  #readList(close: string, depth: number): unknown[] {
    const list: unknown[] = [];
    for (this.position += 1; !this.#isEnd(close);) list.push(this.readValue(depth + 1));
    return list;
  }

  #readFields(close: string, depth: number): Record<string, unknown> {
    const fields: [string, unknown][] = [];
    for (this.position += 1; !this.#isEnd(close);) {
      const sign = this.#text.charAt(this.position);
      const key = sign === '"' || sign === "'" ? this.#readString(sign) : this.#take(words) || this.#take(numbers);
      this.#take(blanks);
      const parting = close === ')' ? '=' : ':';
      if (this.position >= this.#text.length) this.isCut = true;
      else if (key === '' || this.#text[this.position] !== parting) throw new SyntaxError('no field');
      else {
        this.position += 1;
        this.#take(blanks);
        if (this.position >= this.#text.length) this.isCut = true;
        else fields.push([key, this.readValue(depth + 1)]);
      }
    }
    return Object.fromEntries(fields);
  }

  #readString(quote: string): string {
    const from = (this.position += 1);
    for (;;) {
      this.#take(quote === '"' ? /[^"\\]*/y : /[^'\\]*/y);
      const end = this.position;
      this.isCut ||= end >= this.#text.length;
      if (this.isCut || this.#text[end] === quote) {
        this.position = Math.min(this.#text.length, end + 1);
        return unescaped(this.#text.slice(from, end));
      }
      this.position += 2;
    }
  }
}

const unescaped = (text: string): string =>
  text.replace(/\\(?:u([\da-f]{4})|x([\da-f]{2})|([^]))/gi, (_, wide?: string, narrow?: string, sign?: string) => {
    const code = wide ?? narrow;
    return code === undefined ? (escapes[sign!] ?? sign!) : String.fromCharCode(Number.parseInt(code, 16));
  });
