// Counts tokens like current OpenAI models (o200k). The vocabulary has 2 MB, so it is loaded on first use.

export async function countTokens(text: string): Promise<number> {
  const { countTokens: count } = await import('gpt-tokenizer/encoding/o200k_base');
  return count(text);
}
