/**
 * Reads newline-delimited JSON as it arrives. A line may be cut anywhere, also inside a character; blank lines keep a
 * connection alive and are skipped.
 * @throws SyntaxError when a line is not JSON (a stream that was cut inside its last line).
 */
export async function* readJsonLines(stream: ReadableStream<Uint8Array>): AsyncGenerator<unknown, void, void> {
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      rest += done ? decoder.decode() : decoder.decode(value, { stream: true });
      const lines = rest.split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) if (line.trim()) yield JSON.parse(line) as unknown;
      if (done) break;
    }
    if (rest.trim()) yield JSON.parse(rest) as unknown;
  } finally {
    // Ends the transfer when the consumer stops early.
    await reader.cancel().catch(() => undefined);
  }
}
