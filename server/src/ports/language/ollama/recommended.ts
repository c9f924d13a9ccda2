/** Where Ollama listens unless it is told otherwise. */
export const usualAddress = 'http://127.0.0.1:11434';

/** The model fetched when none is named: 4.7 GB, Apache-2.0, 32,768 tokens, structured answers, several languages. */
export const recommendedModel = 'qwen2.5:7b';
