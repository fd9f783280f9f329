import { describe, expect, test } from "vitest";
import {
  createRenewableCredential,
  type RenewableCredential,
  type TimedCredential,
} from "../../../shared/io/auth/renewable-credential.ts";
import { randomFrom } from "../../random.ts";

interface Token {
  readonly text: string;
}

describe("a credential is obtained when it is needed, once for all requests", () => {
  test("fifty requests at once obtain one credential", async () => {
    let times = 0;
    const source = createRenewableCredential({
      obtain: async () => ({ value: { text: `${++times}` } }),
      now: Date.now,
    });
    const proofs = await Promise.all(Array.from({ length: 50 }, () => source.current()));
    expect(new Set(proofs).size).toBe(1);
    expect(times).toBe(1);
  });

  test("a failure reaches each waiting request, and the next request tries again", async () => {
    let times = 0;
    const obtain = async (): Promise<TimedCredential<Token>> => {
      times += 1;
      if (times === 1) throw new Error("not now");
      return { value: { text: "a" } };
    };
    const source = createRenewableCredential({ obtain, now: Date.now });
    const outcomes = await Promise.allSettled([source.current(), source.current()]);
    expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    expect((await source.current()).text).toBe("a");
    expect(times).toBe(2);
  });

  const rows = [
    { rule: "a credential that is refused is obtained again", texts: ["a", "b"], refused: [0], times: 2, last: "b" },
    {
      rule: "a credential that two requests refuse is obtained again once",
      texts: ["a", "b", "c"],
      refused: [0, 0],
      times: 2,
      last: "b",
    },
    {
      rule: "a credential that is refused late is not obtained again",
      texts: ["a", "b", "c"],
      refused: [0, 1, 0],
      times: 3,
      last: "c",
    },
    {
      rule: "a credential that is obtained unchanged after a refusal is not obtained a third time",
      texts: ["a", "a", "a"],
      refused: [0],
      times: 2,
      last: "a",
    },
    {
      rule: "a credential that is refused late is not obtained again although it is unchanged",
      texts: ["a", "a", "a"],
      refused: [0, 0, 0, 0, 0],
      times: 2,
      last: "a",
    },
  ];
  test.for(rows)("$rule", async ({ texts, refused, times, last }) => {
    let count = 0;
    const source = createRenewableCredential({
      obtain: async () => ({ value: { text: texts[count++] ?? "none" } }),
      now: Date.now,
    });
    const had: Token[] = [await source.current()];
    for (const index of refused) {
      const proof = had[index];
      if (proof !== undefined) source.refuse(proof);
      const now = await source.current();
      if (!had.includes(now)) had.push(now);
    }
    expect(count).toBe(times);
    expect(had.at(-1)?.text).toBe(last);
    expect(had.length).toBe(times);
  });
});

describe("the refusal of one connection does not affect the others", () => {
  test("another connection keeps its credential while a new one is obtained or fails", async () => {
    let times = 0;
    const obtain = async (): Promise<TimedCredential<Token>> => {
      times += 1;
      if (times === 2) throw new Error("not now");
      return { value: { text: `${times}` } };
    };
    const source = createRenewableCredential({ obtain, now: Date.now });
    const first = await source.current();
    const failing = source.current(first);
    expect(await source.current()).toBe(first);
    await expect(failing).rejects.toThrow("not now");
    expect(await source.current()).toBe(first);
    const second = await source.current(first);
    expect([second.text, times]).toEqual(["3", 3]);
    expect(await source.current(first), "the second one was obtained after the first").toBe(second);
    expect(times).toBe(3);
  });

  test("a credential that is too new is returned again until it expires", async () => {
    let times = 0;
    let now = 0;
    const source = createRenewableCredential<Token>({
      obtain: async () => ({ value: { text: `${++times}` }, validUntilMs: now + 100 }),
      now: () => now,
      isTooSoon: (obtainedAtMs) => now - obtainedAtMs < 60,
    });
    const first = await source.current();
    now = 59;
    expect(await source.current(first)).toBe(first);
    now = 60;
    const second = await source.current(first);
    expect(second.text).toBe("2");
    now = 161;
    expect((await source.current(second)).text).toBe("3");
  });
});

describe("random requests and refusals", () => {
  test.for(Array.from({ length: 50 }, (_, seed) => [seed] as const))(
    "no credential is returned after its expiry or refusal (seed %i)",
    async ([seed]) => {
      const random = randomFrom(seed);
      const refused = new Set<Token>();
      const ends = new Map<Token, number>();
      let now = 0;
      let obtaining = 0;
      const source: RenewableCredential<Token> = createRenewableCredential({
        obtain: async () => {
          obtaining += 1;
          expect(obtaining).toBe(1);
          await null;
          obtaining -= 1;
          const value = { text: `${random()}` };
          const validUntilMs = now + Math.floor(random() * 20);
          ends.set(value, validUntilMs);
          return { value, validUntilMs };
        },
        now: () => now,
      });
      for (let step = 0; step < 200; step += 1) {
        now += Math.floor(random() * 5);
        const given = await Promise.all(Array.from({ length: 1 + Math.floor(random() * 4) }, () => source.current()));
        for (const proof of given) {
          expect(proof).toBe(given[0]);
          expect(refused.has(proof)).toBe(false);
          expect(now).toBeLessThanOrEqual(ends.get(proof) ?? -1);
        }
        const [first] = given;
        if (first !== undefined && random() < 0.3) {
          source.refuse(first);
          refused.add(first);
        }
      }
    },
  );
});
