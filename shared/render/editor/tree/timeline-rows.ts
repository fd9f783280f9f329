import { keyOf } from "../../../model/object.ts";
import { formatLocal, secondsBetween } from "../../../model/time.ts";
import { type ToldTransition, transitionWords } from "../../watch/transition-lines.ts";
import { groupLabel, lastWords } from "../../words/editor/tree.ts";
import { agoAloud, readAloud, rowWord } from "../../words/editor/tree-accessibility.ts";
import { ageIn, ageSpoken, idStep, type OutlineRow, type RowWords, treeRow } from "./row.ts";

/** Recent changes, newest first: `KubeVirt: progressing -> healthy   3m`. */
export function timelineGroup(
  id: string,
  transitions: readonly ToldTransition[],
  voice: RowWords,
): readonly OutlineRow[] {
  const { say } = voice;
  const news = transitionWords(transitions).toReversed();
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
  const spoken = readAloud([label, lastWords(say, ageSpoken(voice, last), isNow)]);
  return [treeRow({ ...own, spoken }, () => withOrder(news).map(changeRow))];

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
    return treeRow(
      {
        id: `${id}/${idStep(key)}%${order}`,
        mark,
        label: whole,
        description: ageIn(voice, at),
        spoken: readAloud([whole, rowWord(say, "change"), agoAloud(say, ageSpoken(voice, at))]),
        context: ["change"],
      },
      undefined,
      () => [
        { as: "paragraph", line: [whole] },
        ...(at === undefined ? [] : [{ as: "paragraph", line: formatLocal(at, voice.zoneAt) } as const]),
      ],
    );
  }
}

/** Seconds; ages are redrawn twice a minute. */
const justNow = 30;

type News = ReturnType<typeof transitionWords>[number];

/** Each change with its ordinal among those of the same moment. A change added at the end then keeps all other ids. */
function withOrder(news: readonly News[]): readonly (readonly [News, number])[] {
  const seen = new Map<string, number>();
  return news.map((each) => {
    const order = (seen.get(each.told.at ?? "") ?? 0) + 1;
    seen.set(each.told.at ?? "", order);
    return [each, order];
  });
}
