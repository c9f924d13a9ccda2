import type { ReactNode } from 'react';
import { dayInWords } from '@lectern/contract/rules/day-in-words';
import { brand } from '../ui/brand.ts';
import { usePageTitle } from '../ui/page-title.ts';

export default function Blog() {
  usePageTitle('Blog');
  return (
    <div className="mx-auto w-full max-w-6xl px-4 py-12 sm:px-6 lg:py-20">
      <p className="eyebrow">Notes from the {brand} desk</p>
      <h1 className="mt-2 text-3xl">Blog</h1>
      <div className="mt-10 border-t border-line">
        <Article title="A chapter title is a promise" date="2025-07-22" minutes={2}>
          <p>
            People do not watch an on-demand webinar. They open it, look for their question, and leave if they cannot
            find it within ten seconds. What they look at is the list of chapters, so the list of chapters is the
            webinar.
          </p>
          <p>
            A good title says what one will know afterwards. “Pricing” is a topic; “Why the second price tier sells the
            first” is a promise. Name the thing that was said, not the slide that was shown, keep it under nine words,
            and put the word people search for at the beginning.
          </p>
          <p>
            Read the titles in order without the video. If they tell the talk in a minute, they are done. If two of them
            could change places, one of them says nothing yet.
          </p>
        </Article>
        <Article title="Record with the cut in mind" date="2025-07-15" minutes={2}>
          <p>
            The easiest clip to publish is one whose first sentence can stand alone. Hosts make it so while recording:
            when a guest says something worth keeping, ask “could you say that once more, for someone who has just
            joined?” The second version is shorter, and it begins at the beginning.
          </p>
          <p>
            Leave two seconds of silence before a new subject. It gives a chapter a clean edge, a clip room to breathe,
            and the audience a moment to write down what they heard. And keep the slides on the screen a little longer
            than the speech: a screenshot needs them more than the speaker does.
          </p>
        </Article>
        <Article title="Three numbers that tell whether a webinar works" date="2025-07-08" minutes={1}>
          <p>
            <strong>Chapters opened per visit.</strong> One means that people found their question. Four means that they
            are reading the whole talk. Zero means that the titles say nothing.
          </p>
          <p>
            <strong>Quotes that left the building.</strong> Count how many sentences of the talk turn up in emails,
            slides and posts of your own colleagues. That is the return they feel first.
          </p>
          <p>
            <strong>Age of the oldest recording still watched.</strong> A library earns its keep when a talk of last
            year is opened this week. Search is what makes it happen.
          </p>
        </Article>
      </div>
    </div>
  );
}

type ArticleProps = {
  title: string;
  /** yyyy-mm-dd */
  date: string;
  minutes: number;
  children: ReactNode;
};

/** A post of the blog: its date in the margin, its text one measure wide. */
function Article({ title, date, minutes, children }: ArticleProps) {
  const day = dayInWords(new Date(`${date}T00:00:00Z`));
  return (
    <article className="grid gap-x-20 gap-y-3 border-b border-line py-10 lg:grid-cols-[14rem_minmax(0,42rem)]">
      <p className="text-sm text-soft lg:pt-1.5">
        <time dateTime={date}>{day}</time>
        <br />
        {minutes === 1 ? 'One minute' : `${minutes} minutes`} to read
      </p>
      <div className="[&_p]:mt-4">
        <h2 className="text-2xl">{title}</h2>
        {children}
      </div>
    </article>
  );
}
