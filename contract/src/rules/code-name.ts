/** Words that recorders, cameras and habits put into file names, in the languages of their menus. */
const ofRecorders = new Set(
  `gmt utc cet cest est edt pst pdt zoom teams microsoft google meet webex obs loom riverside streamyard whatsapp signal
  skype gotomeeting goto camtasia screenflow quicktime bandicam sharex video videos audio movie film clip clips recording
  recordings recorded record rec screen screencast screenshot screenrecording capture captured final edit edited export
  exported master copy draft new untitled unnamed unknown session call meeting meetings webinar in on at of the a an and
  or to for with from by general shared speaker view gallery avo gvo as active only default temp tmp test short long part take track
  camera cam img image vid dsc dscn dscf mvi pxl gopr gx gh dji rpreplay final fullsizerender videoplayback output out
  render rendered sequence timeline project composition download downloaded file mp mov mkv webm avi hd uhd fhd fps kbps
  raw low high quality compressed converted uuid id wa am pm double click convert
  aufzeichnung aufnahme bildschirmaufnahme bildschirmaufzeichnung besprechung besprechungsaufzeichnung um am von kopie
  enregistrement réunion écran vidéo à de du la le grabación grabacion reunión pantalla vídeo las registrazione riunione
  schermo gravação reunião tela opname vergadering scherm inspelning möte skärm nagranie spotkanie ekranu запись встреча
  экрана видео 録画 画面収録 会議 ビデオ 录制 会议 会议录制 屏幕录制 录屏 视频 녹화 회의 화면기록
  january february march april may june july august september october november december jan feb mar apr jun jul aug sep
  sept oct nov dec`.split(/\s+/),
);
const uuid = /\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/giu;
const date = /(?<!\d)(?:19|20)\d{2}[-_./ ]?[01]\d[-_./ ]?[0-3]\d(?!\d{1,3}(?!\d))/u;
/** How Meet names a meeting: three, four and three letters. Without a date beside them they may be words. */
const meeting = /\b[a-z]{3}-[a-z]{4}-[a-z]{3}\b/gu;

/** Digits among letters as in a digest; 'B2B2C' has the same letters. */
const isHex = (word: string): boolean =>
  /^(?=.*\d)(?=.*[a-f])[0-9a-f]{4,}$/iu.test(word) && !/^(?:[a-z]\d)+[a-z]$/iu.test(word);

/** Letters and digits that change places again and again, as in the key of a hosted video. */
const isKey = (word: string): boolean =>
  word.length >= 8 && (word.match(/(?<=\p{L})\d|(?<=\d)\p{L}/gu)?.length ?? 0) >= 3;

/** A counter behind a recorder's word ('IMG0042', 'video1'), or a quality ('1080p', '1920x1080'). */
const isCounted = (word: string): boolean => {
  const [, letters = ''] = /^(\p{L}+)\d+$/u.exec(word) ?? [];
  return (
    letters === 'v' ||
    letters === 'c' ||
    letters === 'p' ||
    ofRecorders.has(letters) ||
    /^\d+(?:x\d+|[pikf]|fps)$/u.test(word)
  );
};

/**
 * Detects machine-made names: recorder dates and times, counters or digests, and no word that tells the recording's
 * subject.
 */
export function isCodeName(name: string): boolean {
  const bare = name.replace(/\.[A-Za-z][A-Za-z0-9]{1,4}$/u, '');
  const hasDate = date.test(bare);
  const rest = bare.replace(uuid, ' ').replace(hasDate ? meeting : /(?!)/u, ' ');
  const words = rest.match(/[\p{L}\p{M}\p{N}]+/gu)?.map((word) => word.toLowerCase()) ?? [];
  const hex = words.filter(isHex).length + (rest === bare ? 0 : 2);
  const telling = words.filter(
    (word) =>
      /\p{L}/u.test(word) &&
      (word.length > 1 || !/^\p{Script=Latin}/u.test(word)) &&
      !ofRecorders.has(word) &&
      !isHex(word) &&
      !isKey(word) &&
      !isCounted(word),
  );
  // One word beside a digest is the name of what made it.
  return telling.length === 0 || (hex >= 2 && telling.length === 1);
}
