/**
 * Makes one question of those that are asked in the same turn of the event loop, such as the look-ups of jobs that were taken
 * together.
 * @param askAll gives the answers in the order of what was asked; where it rejects, every question of it does
 */
export function gather<Asked, Answer>(
  askAll: (asked: readonly Asked[]) => Promise<readonly Answer[]>,
): (asked: Asked) => Promise<Answer> {
  let waiting: { readonly asked: Asked; readonly answer: PromiseWithResolvers<Answer> }[] = [];
  const askWaiting = async (): Promise<void> => {
    const together = waiting;
    waiting = [];
    try {
      const answers = await askAll(together.map(({ asked }) => asked));
      for (const [index, { answer }] of together.entries()) answer.resolve(answers[index] as Answer);
    } catch (error) {
      for (const { answer } of together) answer.reject(error);
    }
  };
  return (asked) => {
    const answer = Promise.withResolvers<Answer>();
    if (waiting.length === 0) queueMicrotask(() => void askWaiting());
    waiting.push({ asked, answer });
    return answer.promise;
  };
}
