// What words name, as one bundle.
export { namesOf } from "./type-names.ts";
export { askedFor, fitting } from "./wanted.ts";
export { askedAgain } from "./wanted-again.ts";
