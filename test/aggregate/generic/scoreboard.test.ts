import { expect, test } from "vitest";
import { hasRule } from "../../../shared/aggregate/core/kind-rules.ts";
import { toObject } from "../../../shared/parse/kube-object.ts";
import { readCorpus, type Situation } from "./corpus.ts";
import { rootAbout } from "./evaluate.ts";

type Score = "right" | "false green" | "false alarm" | "too mild" | "unknown";

/** How a verdict compares with the expected one. A false progress of a healthy object counts as a false alarm. */
function scoreOf({ expected, manifest }: Situation): Score {
  const { verdict, facts } = rootAbout(manifest);
  const isSick = verdict === "degraded" || verdict === "unavailable";
  const isPaused = verdict === "healthy" && (facts["paused"] === "true" || hasRule(toObject(manifest).ref));
  if (expected === "paused" ? isPaused : expected === (isSick ? "sick" : verdict)) return "right";
  if (verdict === "unknown") return "unknown";
  if (verdict === "healthy") return "false green";
  return expected === "sick" ? "too mild" : "false alarm";
}

const corpus = readCorpus();
const scores = corpus.map((situation) => ({ ...situation, score: scoreOf(situation) }));
test("the corpus has enough kinds and situations to mean something", () => {
  const kinds = new Set(corpus.map(({ manifest }) => `${manifest["kind"]}.${manifest["apiVersion"]}`));
  expect([corpus.length >= 200, kinds.size >= 60], `${corpus.length} of ${kinds.size} kinds`).toEqual([true, true]);
});

test("no situation is green that is not, and the share of right verdicts does not fall", () => {
  const board = Object.entries(Object.groupBy(scores, ({ score }) => score)).map(([score, all]) => [
    score,
    all?.length,
  ]);
  console.info(`${corpus.length} situations:`, Object.fromEntries(board));
  const wrong = scores.filter(({ score }) => score !== "right").map(({ score, title }) => `${score}: ${title}`);
  expect(wrong).toEqual([]);
});
