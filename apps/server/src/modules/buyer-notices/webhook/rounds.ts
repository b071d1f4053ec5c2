/** Mails and posts are worked off beside each other: a webhook that does not answer holds up no mail. */
import type { Logger } from '../../../platform/logging/logger.ts';
import type { NoticeSender } from '../sender.ts';
import type { NoticePoster } from './poster.ts';

const ROUND_MS = 2_000;

export function withRounds(mails: NoticeSender, posts: NoticePoster, log: Logger): NoticeSender {
  const halt = { asked: false };
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<unknown> | undefined;
  const round = (): void => {
    running ??= posts
      .work(() => halt.asked)
      .catch((error: unknown) => log.error({ err: error }, 'due posts of notices could not be looked for'))
      .finally(() => {
        running = undefined;
      });
  };
  return {
    async work() {
      const [mailed, posted] = await Promise.all([mails.work(), posts.work()]);
      return mailed + posted;
    },
    start() {
      mails.start();
      timer ??= setInterval(round, ROUND_MS).unref();
    },
    async stop() {
      halt.asked = true;
      clearInterval(timer);
      await Promise.all([mails.stop(), running]);
    },
  };
}
