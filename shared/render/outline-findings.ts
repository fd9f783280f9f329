import type { Finding } from "../model/finding.ts";
import { keyOf } from "../model/object.ts";
import { secondsBetween } from "../model/time.ts";
import type { Mark } from "./marks.ts";
import { findingHint } from "./outline-hint.ts";
import { listed } from "./outline-list.ts";
import { ageIn, ageSpoken, clockAloud, type OutlineRow, row, step, type Voice, worstRowMark } from "./outline-row.ts";
import { type ToldTransition, transitionWords } from "./transitions.ts";
import { describe } from "./words.ts";
import { groupLabel, lastWords } from "./words-tree.ts";
import { agoAloud, aloud, markWord, rowWord } from "./words-tree-aloud.ts";

/** What else is worth saying, a row each: its code, and what it says. */
export function findingGroup(id: string, findings: readonly Finding[], voice: Voice): OutlineRow {
  const { say, clock } = voice;
  const label = groupLabel(say, "findings");
  const mark = worstRowMark(findings.map(markOfFinding));
  const own = { id, mark, label, description: `${findings.length}`, context: ["group"] };
  const findingRow = (finding: Finding, at: string): OutlineRow => {
    const sentence = describe(finding, clock);
    const pieces = [finding.code, rowWord(say, "finding"), markWord(say, markOfFinding(finding))];
    return row(
      {
        id: at,
        mark: markOfFinding(finding),
        label: finding.code,
        description: sentence,
        spoken: aloud([...pieces, describe(finding, clockAloud(voice))]),
        context: ["finding"],
        ref: finding.about,
      },
      undefined,
      () => findingHint(finding, voice),
    );
  };
  return row({ ...own, spoken: aloud([label, own.description, markWord(say, mark)]) }, () =>
    listed(
      id,
      {
        items: findings,
        key: ({ code, about }) => `${code} ${keyOf(about)}`,
        mark: markOfFinding,
        name: ({ code }) => code,
        row: findingRow,
      },
      voice,
    ),
  );
}

function markOfFinding({ severity }: Finding): Mark {
  return ({ error: "bad", warning: "remark", info: "good" } as const)[severity];
}

/** What changed lately, newest first: `KubeVirt: progressing -> healthy   3m`. */
export function timelineGroup(id: string, told: readonly ToldTransition[], voice: Voice): readonly OutlineRow[] {
  const { say } = voice;
  const news = transitionWords(told).toReversed();
  const [newest] = news;
  if (newest === undefined) return [];
  const label = groupLabel(say, "timeline");
  const last = newest.told.at;
  const isNow = (secondsBetween(last, voice.clock.now) ?? justNow) < justNow;
  const own = {
    id,
    mark: "none",
    label,
    description: lastWords(say, ageIn(voice, last), isNow),
    context: ["timeline"],
  } as const;
  const spoken = aloud([label, lastWords(say, ageSpoken(voice, last), isNow)]);
  return [row({ ...own, spoken }, () => withOrder(news).map(changeRow))];

  function changeRow([
    {
      mark,
      subject,
      words,
      told: { at, transition },
    },
    order,
  ]: readonly [News, number]): OutlineRow {
    const whole = `${subject}: ${words}`;
    const type = "type" in transition ? transition.type : "";
    const key = [at ?? "", transition.what, type, keyOf(transition.about), transition.label].join(" ");
    return row(
      {
        id: `${id}/${step(key)}%${order}`,
        mark,
        label: whole,
        description: ageIn(voice, at),
        spoken: aloud([whole, rowWord(say, "change"), agoAloud(say, ageSpoken(voice, at))]),
        context: ["change"],
      },
      undefined,
      () => [{ as: "paragraph", line: [whole] }, ...(at === undefined ? [] : [{ as: "paragraph", line: at } as const])],
    );
  }
}

/** Seconds; ages are drawn anew twice a minute. */
const justNow = 30;

type News = ReturnType<typeof transitionWords>[number];

/** The how manieth of its moment each is, so that what goes at the end moves nobody's id. */
function withOrder(news: readonly News[]): readonly (readonly [News, number])[] {
  const seen = new Map<string, number>();
  return news.map((each) => {
    const order = (seen.get(each.told.at ?? "") ?? 0) + 1;
    seen.set(each.told.at ?? "", order);
    return [each, order];
  });
}
