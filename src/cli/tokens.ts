// Counts tokens as current OpenAI models do (o200k). Loaded when first needed: the vocabulary is 2 MB.

export async function countTokens(text: string): Promise<number> {
  const { countTokens: count } = await import('gpt-tokenizer/encoding/o200k_base');
  return count(text);
}
