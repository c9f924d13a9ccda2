/**
 * Accepts a single English statement about the matter, independent of speaker, listener, moment and earlier sentences.
 */
export const isReportable = (text: string): boolean =>
  // Most are refused before it is looked for what is said twice, which takes longest.
  /[^\s.,]\.$/.test(text) && !UNREPORTABLE.some((sign) => sign.test(text)) && !isGarbled(text);

/** Whether somebody thought aloud: it is said twice, begun again, or two sentences in one. */
export const isGarbled = (text: string): boolean => GARBLED.some((sign) => sign.test(text));

const UNREPORTABLE: readonly RegExp[] = [
  // Refers to the occasion or to the talk itself.
  /\b(?:proceedings|standing orders?|(?:next|final|last) (?:\w+ )?items?|the audience|(?:will|to) talk|talk(?:ed|ing)? about|, right|no nothing|new one|apparently|short version)\b|, right\b|^(?![AI]\b)\p{L}\s|\b(\p{L}+),? but \1\b/iu,
  /\b(?:they|we)(?:['’](?:ve|re|ll))?(?: \p{Ll}+)? (?:mention|describ|discuss|mov|explain|cover|getting to|get into|bring up|brought up|talk|speak|highlight|summari[sz]|go over|go(?:ing)? through|look(?:ing)? at|reading)\p{Ll}*|\b(?:next|first|last|final) (?:\p{Ll}+ )?(?:releases?|updates?|changes?|software)\b|\bany (?:day|time) now\b/iu,
  // Refers to speakers, listeners and the things they see.
  /\b(?:I|I'm|I've|I'll|I'd|me|my|My|we|We|us|there|too|also|(?<!might |may |just )as well|our|Our|you said|you mean|you're saying|obviously|basically|whatever|things?|stuff|guys?|okay|here|there's|sort of|kind of|for like|good one|which it|in there|on the (?:left|right|top|bottom)|right now|this|these|those)\b|\b[Ww]e'\w|["“?]/,
  /\b(?:nah|hey|oh|wow|huh|(?:and|so) you(?:['’]re| are))\b|\byour (?:humble |own )?(?:opinion|question|point|case|view)\b|\byou (?:can|['’]ll|could) (?:also )?(?:find|read|see|check|watch)\b|\bif you(?:['’]re| are) (?:interested|familiar)\b/iu,
  // Leans on earlier sentences: 'another example', 'provides that to them'.
  /\b(?:another|the next|the latest|the even \p{L}+er) (?:one|example|point|way|thing|option|piece|reason|idea|step|version|scenario|alternative)\b|\b(?:read|see|find|use|do|have|take|get) that (?:if|when)\b|\bthat (?:to|for|in|on|with|by|from|and|or)\b|\bthat[.,]/iu,
  // 'The same works there', 'Similar changes were made': as what? 'Particular set of rules': the beginning is lost.
  /^(?:the same|similar|particular|certain|different|further|more)\b/i,
  /^(?:as|with|from|to|you|your|then|so|and|but|it|that|he|she|one|two|some|another|all|every|or|nor)\b/i,
  /^(?:do|don't|let|make|use|be|take|please|imagine|remember|think|look|say|also|first|secondly|if not|what|how|why|where|who|bring|try|go|just|keep|maybe|perhaps|well|yeah|only|mostly|someone|somebody|something|anything|folks|(?:mr|mrs|ms|dr)\b)\b/i,
  // 'Right now the idea is': of what, was said before. 'They're on page two': of the moment.
  /^(?:right now|currently|in general|generally|often|mostly|at first),? the (?:idea|plan|goal|problem|issue|question|point|reason|solution|answer)\b(?! (?:of|with|behind|in|for)\b)/iu,
  /^(?:they|we)(?:['’]re| are) (?:(?:currently|now|still|already) )?(?:on|in|at|up to|back)\b/iu,
  /\bthe title of\b|\b(?:they|we) should (?:start|begin) (?:with|by)\b|^(?:the (?:\p{L}+ )?(?:goal|idea|problem|solution|point|question|issue|thing|background) (?:t?here|is)|(?:(?:a )?part|one part) of the (?:problem|reason|issue|idea))\b/iu,
  // 'You can add them to the dough': what?
  /^(?:you|bakers) (?:(?:can|could|can['’]t|cannot|have to|need to|don['’]t|still|only|just|not|actually) ){1,3}\p{L}+ (?:them|it)\b(?! (?:easier|harder|possible|clear|more|so)\b)/iu,
  // Said to somebody: 'you mean the oven', 'you say that it is warm'.
  /\byou (?:mean|say|said|guys|(?:do not |don['’]t )?think)\b|\bbakers (?:do not|don['’]t) think\b/iu,
  // Without a subject: 'causes trouble', 'always will be', 'from the oven is exchangeable', 'against the heat would have'.
  /^(?:causes|makes|means|gives|allows|lets|needs|depends|costs|works|looks)\b/i,
  /^(?:whether\b|all without\b|(?:always|never|still|only) (?:will|is|are|has|have|was|were|can|be)\b|(?:against|by|of|at|into|through|about)\b(?!.*,))/i,
  /^(?:bakers|from|with|as) (?:\p{L}+ ){1,2}(?:is|are) \p{L}+able\b/iu,
  // 'If you sign', and what then?
  /^(?:if|when|because|while|although|since|unless|for|in)\b(?!.*,)/i,
  // 'The roof design, when you have two': the sentence begins again.
  /^(?!(?:if|when|because|while|although|since|unless|for|in)\b)[^,]{0,60}, (?:when|if|you|they|it|so|because|like)\b/i,
];

const GARBLED: readonly RegExp[] = [
  // Two beginnings: 'once if', 'the the', 'to like bake', 'the way they bake is somebody brings flour'.
  /\b(?:once|when|if|while) (?:if|when|once)\b|\b(?:the|an?) (?:the|an?)\b|\b(?:to|and|of|with|for|the|if) like\b(?!-)|\b(by default|at the moment|in general)\b.*\b\1\b|\b(?:just|is) it['’]s\b|\bin the future\b.*\bnow\b/iu,
  /\b(?:way|version|idea|thing|point|problem|goal|reason|rule|step)\b[^,]{0,60} is (?:people|someone|somebody|you|we|they|it)\b(?! who\b)/iu,
  // Said and said again: 'the set is spent, or the output is spent'.
  /\b(\p{L}+ \p{L}+),? (?:or|so|well|and) .{0,30}\b\1\b/iu,
  /\b(\w+ \w+ \w+ \w+)\b.*\b\1\b/iu,
  /\b(is|are|was|were|has|have|can|will|would) \p{L}+, \1\b/iu,
  // 'They end up you end up', 'you really like, you could'
  /\b(\p{L}+ \p{L}+) (?:\p{L}+ )?\1\b|\b(?:you|they|we) (?:really |just )?like, /iu,
  // The sentence begins again: 'on the network, You make', 'users they find'.
  /[\p{L},] (?:You|We|They|It|If|When|The|This|That|There|What|Because|Is|Are|Super|Just|Really|Very)\b/u,
  /\b(?:people|users|customers|consumers|everybody|everyone) they\b|\bthat \p{Ll}+ that (?:meet|are|is|have)\b/iu,
  // 'You could build like a bridge', 'it is perfectly': thought aloud, and broken off.
  /\b(?:had|have|has|as|build|built|get|got|needs?|takes?|costs?|only|already|do|does|makes?) like\b/i,
  // The end of a list whose beginning is lost: 'flour for bakers to use, and finally salt are there'.
  /^[^,]*, and (?:finally|lastly)\b/i,
  // A condition, and nothing that it is one of: 'if you have a hot oven, but you have two loaves'.
  /^(?:if|when|because|while)\b[^,]*, (?:but|and|or)\b[^,]*$/i,
  /\.\.|(?:is|['’]s|are) \p{Ll}+ly\.$/iu,
];
