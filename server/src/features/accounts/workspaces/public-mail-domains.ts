/**
 * Domains where anybody gets an address. Their name servers would show no proof anyway: this says so at once, and keeps a
 * provider's own staff from taking in its customers.
 */
const domains = new Set(
  `aol.com aol.de arcor.de att.net bellsouth.net bigpond.com bluewin.ch bluemail.ch btinternet.com charter.net comcast.net
   cox.net daum.net duck.com earthlink.net email.com email.cz email.de fastmail.com fastmail.fm foxmail.com free.fr freenet.de
   freemail.hu gmail.com gmx.at gmx.ch gmx.com gmx.de gmx.net googlemail.com hanmail.net hey.com hotmail.co.uk hotmail.com
   hotmail.de hotmail.es hotmail.fr hotmail.it hushmail.com icloud.com inbox.com inbox.lv inbox.ru interia.pl juno.com
   kolabnow.com laposte.net libero.it list.ru live.co.uk live.com live.de live.fr live.it live.nl lycos.com mac.com mail.com
   mail.de mail.ru mailbox.org mailfence.com mailinator.com me.com msn.com naver.com netzero.net o2.pl onet.pl online.de
   op.pl optonline.net orange.fr outlook.at outlook.com outlook.de outlook.es outlook.fr outlook.it outlook.jp pm.me
   posteo.de posteo.net proton.me protonmail.ch protonmail.com qq.com rambler.ru rediffmail.com riseup.net rocketmail.com
   runbox.com sapo.pt sbcglobal.net seznam.cz sfr.fr sina.com sky.com sohu.com startmail.com sympatico.ca t-online.de
   talktalk.net telenet.be terra.com.br tiscali.it tuta.com tuta.io tutamail.com tutanota.com tutanota.de ukr.net uol.com.br
   verizon.net virgilio.it virginmedia.com volny.cz walla.co.il wanadoo.fr web.de windstream.net wp.pl xtra.co.nz ya.ru
   yahoo.ca yahoo.co.id yahoo.co.in yahoo.co.jp yahoo.co.uk yahoo.com yahoo.com.au yahoo.com.br yahoo.com.mx yahoo.de
   yahoo.es yahoo.fr yahoo.in yahoo.it yandex.com yandex.ru yeah.net ymail.com ziggo.nl zoho.com zoho.eu 126.com 139.com
   163.com 163.net 189.cn 1und1.de bk.ru`.split(/\s+/),
);

export const isPublicMail = (domain: string): boolean => domains.has(domain);
