declare module 'stopword' {
  /** Stop words by the three letters of a language (ISO 639-3). */
  export const deu: readonly string[];
  export const fra: readonly string[];
  export const ita: readonly string[];
  export const jpn: readonly string[];
  export const kor: readonly string[];
  export const nld: readonly string[];
  export const por: readonly string[];
  export const spa: readonly string[];
  export const zho: readonly string[];
}
