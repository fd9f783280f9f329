import type { PrintingRule } from "./rule.ts";

/** `{range …}…{end}` */
export const ranges: readonly PrintingRule[] = [
  {
    rule: "a range is gone through for each of its elements",
    document: "rich",
    rows: [
      ['{range .things[*]}{.name}{"\\n"}{end}', "one\ntwo\nthree\nit's (four)\n"],
      ["{range .things[*]}{.name}={.size} {end}done", "one=10 two=20 three=30 it's (four)=40 done"],
      ["{range .things[*]}[{.missing}]{end}", "[][][][]"],
      ["{range .numbers[*]}{@},{end}", "5,1,4,2,3,"],
      ["{range .numbers[*]}{},{end}", "5,1,4,2,3,"],
      ["{range .things[?(@.ready==true)]}{.name} {end}", "one three "],
      ["{range .matrix[*]}{[0]}-{[-1]} {end}", "1-3 4-6 7-9 "],
      ["{range .metadata}{.name}{end}", "rich"],
      ["{range .missing}x{end}y", "y"],
      ["{range .emptyList[*]}{.a.b}x{end}y", "y"],
      ["{range .none}{.x}x{end}y", "xy"],
      ["{range .things[0,2]}{.name}{end}", "onethree"],
      ["{range $.things[*]}{@.name}{end}", "onetwothreeit's (four)"],
      ["{ range .things[*] }{.name}{ end }", "onetwothreeit's (four)"],
      ["{range.things[*]}{.name}{end}", "onetwothreeit's (four)"],
      ["{range .things[*]}{.text}{end}", ""],
    ],
  },
  {
    rule: "ranges may lie in each other",
    document: "rich",
    rows: [
      ["{range .matrix[*]}{range [*]}{@},{end};{end}", "1,2,3,;4,5,6,;7,8,9,;"],
      ["{range .things[*]}{.name}:{range .tags[*]} {@}{end}\n{end}", "one: p q\ntwo:\nthree:\nit's (four): r\n"],
      ["{range .matrix[*]}{range @[*]}{@}{end} {end}.", "123 456 789 ."],
      ["{range .missing[*]}{range .x[*]}{.y}{end}{.z}{end}after", "after"],
      ["{range .matrix[0:2]}{range [0:2]}{range @}<{@}>{end}{end}{end}", "<1><2><4><5>"],
      ["{range .things[0:2]}{range .tags[*]}{@}{end}{range .at}{.zone}{end}|{end}", "pqa|b|"],
    ],
  },
  {
    rule: "one range may follow another",
    document: "rich",
    rows: [
      ["{range .numbers[0:2]}{@}{end}-{range .words[0:2]}{@}{end}", "51-ba"],
      ["{range .missing}{end}{range .words[0:2]}{@}{end}", "ba"],
    ],
  },
  {
    rule: "null and nothing differ in a range",
    document: "rich",
    rows: [
      ["{range .mixed[*]}<{@}>{end}", '<1><2.5><three><true><<no value>><[1,[2]]><{"a":{"y":[],"z":null},"b":1}>'],
      ["{range .none}<{@}>{end}", "<<no value>>"],
      ["{range .ragged[*]}<{.x}>{end}", "<1><><null><><[1,2]>"],
    ],
  },
  {
    rule: "what follows a range nobody ends is printed once more for the whole document",
    document: "rich",
    rows: [
      ["{range .things[0:2]}{.name}{.text} ", "one two some text "],
      ["{range .numbers[0:2]}x", "xxx"],
    ],
  },
  {
    rule: "range and end may stand beside other steps",
    document: "rich",
    rows: [
      ["{.things range [0]}{.name}{end}", "one"],
      ["{range .things[0]}{.name end}{.text}", "some text"],
      ["{range range .matrix}{[0]}{end}{end}x", "x"],
    ],
  },
];
