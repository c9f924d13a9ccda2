/**
 * Given names heard most in English talk: who is spoken of is seldom what is spoken of. Words that name things too are
 * left out.
 */
export const GIVEN_NAMES: ReadonlySet<string> = new Set(
  `aaron abby adam adrian ahmed alan albert alex alexander alexandra alfred ali alice alison allison amanda amber amy ana andrea
  andreas andrew andy angela anita ann anna anne annie anthony antoine antonio arthur ashley barbara beatrice ben benjamin bernard
  beth betty bill billy bob bobby brad brandon brenda brent brett brian bruce bryan calvin cameron carl carla carlos carol caroline
  carolyn carrie catherine cathy charles charlie charlotte cheryl chloe chris christian christina christine christoph christopher
  claire clara clark claudia colin connor craig cynthia daisy dale dan daniel daniela danny darren dave david dean debbie deborah
  debra denise dennis derek diana diane dimitrios dominic donald donna dorothy doug douglas dylan eddie edgar edward eileen elaine
  eleanor elena eli elizabeth ellen emily emma eric erica erik erin ethan eugene eva evan evelyn fiona florian francis frank fred
  gabriel gary gavin geoff george gerald gina glen glenn gloria gordon greg gregory hannah harold harry heather heidi helen henry
  howard hugh ian irene isaac isabel ivan jack jackie jacob jake james jamie jan jane janet janice jared jasmine jason jean jeff
  jeffrey jen jenna jennifer jenny jeremy jeroen jerry jesse jessica jessie jill jim jimmy joan joanna joe joel johan john johnny
  jon jonas jonathan jordan jorge jose joseph josh joshua josie joyce juan judith judy julia julian julie justin karen karl kate
  katherine kathleen kathryn kathy katie keith kelly ken kenneth kevin kim kimberly kirsty kristin kyle larry laura lauren laurie
  lawrence leah lee leo leon leonard leslie liam linda lindsay lisa liz logan lois louis louise lucas lucy luis luke lynn lynne
  madison marco marcus margaret maria marie marilyn mario marion marta martha martin mary mathew matt matthew maureen max megan
  melanie melissa michael michel michelle miguel mike mohamed molly monica morgan murch nadia nancy natalie natasha nathan neil
  nicholas nick nicola nicolas nicole nina noah nora norman olivia oliver oscar pamela patricia patrick patty paul paula pauline
  pedro peter phil philip phillip pierre rachel ralph ray raymond rebecca ricardo richard rob robert roberto robin roger ronald
  rosie roy russ russell ruth ryan sally sam samantha samuel sandra sara sarah scott sean sebastian sergio shannon sharon shawn
  sheila simon sofia sophia sophie stacy stanley stephanie stephen steve steven stuart sue susan suzanne sylvia tamara tara ted
  teresa terry theresa thomas tim timothy tina todd tom tommy tony tracy travis trevor tyler valerie vanessa veronica vicky victor
  victoria vincent virginia walter wayne wendy will william yvonne zach zoe`.split(/\s+/),
);
