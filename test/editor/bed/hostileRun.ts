// Makes the record of a run in which servers and a script try to inject markup into the page that shows it.
import { forecastRun, type WrittenRun } from '../../fakes/writtenRun.ts';

const markup =
  '<img src="http://127.0.0.1:9/" onerror="document.body.dataset.hacked = 1"><script>document.body.dataset.hacked = 1</script>';
const hidden = 'a\u202eb\u0000\u001b[31m';

/** The beginning of the markup, as a page shows it that treats it as text. */
export const shownMarkup = '<img src=';

/** A run in which every text and name may come from a server or a script. */
export const hostileRun = (id: string, title: string): WrittenRun =>
  forecastRun(id, title, 1, {
    code: `// ${markup}${hidden}\nawait tools.x.y({});\n`,
    calls: [
      {
        server: markup,
        tool: hidden,
        madeAt: 50,
        sentAt: 51,
        answeredAt: 80,
        input: JSON.parse(
          `{"__proto__":{"toString":1},"constructor":2,"${'k'.repeat(5_000)}":"${'v'.repeat(50_000)}"}`,
        ) as object as never,
        output: { [markup]: markup, [hidden]: hidden },
      },
      {
        server: 's'.repeat(500),
        tool: 't'.repeat(500),
        madeAt: 60,
        sentAt: 61,
        answeredAt: 90,
        failure: `${markup}${hidden}`,
      },
    ],
    also: [
      { t: 'log', at: 60, level: 'error', ms: 1, text: { v: `${markup}${hidden}` } },
      { t: 'progress', at: 70, message: `${markup}${hidden}` },
    ],
    end: {
      at: 100,
      state: 'failed',
      errors: [{ code: 'script_error', message: `${markup}${hidden}`, hint: markup }],
    },
  });
