/** All stories, by group. */
import { buyerStories, type Story } from "./recipes/buyers.ts";
import { merchantStories } from "./recipes/merchants.ts";
import { offerStories } from "./recipes/offers.ts";
import { peopleStories } from "./recipes/people.ts";
import { pictureStories } from "./recipes/pictures.ts";
import { programStories } from "./recipes/programs.ts";
import { readStories } from "./recipes/reads.ts";
import { reportStories } from "./recipes/reports.ts";

export type StoryGroup = {
  /** How many inputs of a hundred come from it. */
  readonly share: number;
  /** How often one request of it is changed. */
  readonly uses: number;
  readonly stories: Readonly<Record<string, Story>>;
};

export const storyGroups: readonly StoryGroup[] = [
  { share: 27, uses: 25, stories: buyerStories },
  { share: 19, uses: 25, stories: merchantStories },
  { share: 13, uses: 25, stories: offerStories },
  { share: 12, uses: 200, stories: { ...readStories, ...pictureStories } },
  { share: 6, uses: 25, stories: { ...programStories, ...reportStories } },
  { share: 3, uses: 25, stories: peopleStories },
];
