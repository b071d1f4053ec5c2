/**
 * Services of our own connectors under the names that aggregators give them, so that the same service is known again. Codes
 * are those of the connectors' manifests (a test holds them together); words are in `plain` form, without the carrier before
 * them. Sources: the carriers' guides of ShipStation API and EasyPost, eShipper's and Easyship's lists of services. Only what is
 * sure stands here: flat-rate boxes, freight and import services are other products and are left out.
 */

/** Kinds of ways: inside Canada, inside the United States, inside another country, Canada to the United States, else abroad. */
export type WayKind = 'canada' | 'states' | 'inside' | 'canada-states' | 'abroad';

export interface CarriedService {
  /** Of the carrier's own connector. */
  readonly code: string;
  /** The carrier's own name, without its own before it. */
  readonly name: string;
  readonly words: readonly string[];
  /** Where the words mean this service only on some ways. */
  readonly ways?: readonly WayKind[] | undefined;
}

const one = (code: string, name: string, words: string, ways?: readonly WayKind[]): CarriedService => ({
  code,
  name,
  words: words.split(' '),
  ...(ways ? { ways } : {}),
});

const OUT: readonly WayKind[] = ['abroad', 'canada-states'];

const UPS: readonly CarriedService[] = [
  one('11', 'Standard', 'standard standardinternational'),
  one('03', 'Ground', 'ground groundinternational 03'),
  one('12', '3 Day Select', '3dayselect threedayselect'),
  one('02', 'Expedited', 'expedited', ['canada']),
  one('02', '2nd Day Air', '2nddayair seconddayair'),
  one('59', '2nd Day Air A.M.', '2nddayairam seconddayairam'),
  one('13', 'Express Saver', 'expresssaver saver domesticexpresssaver', ['canada']),
  one('13', 'Next Day Air Saver', 'nextdayairsaver'),
  one('01', 'Express', 'express', ['canada']),
  one('01', 'Next Day Air', 'nextdayair'),
  one('14', 'Express Early', 'expressearly expressearlyam', ['canada', 'canada-states']),
  one('14', 'Next Day Air Early', 'nextdayairearly nextdayairearlyam'),
  one('08', 'Worldwide Expedited', 'worldwideexpedited'),
  one('08', 'Worldwide Expedited', 'expedited expeditedinternational', OUT),
  one('65', 'Worldwide Saver', 'worldwidesaver'),
  one('65', 'Express Saver', 'expresssaver saver expresssaverinternational', ['canada-states']),
  one('65', 'Worldwide Saver', 'expresssaver saver', ['abroad']),
  one('07', 'Worldwide Express', 'worldwideexpress wolrdwideexpress'),
  one('07', 'Worldwide Express', 'express expressinternational', OUT),
  one('54', 'Worldwide Express Plus', 'worldwideexpressplus'),
  one('54', 'Worldwide Express Plus', 'expressplus', OUT),
];

const FEDEX: readonly CarriedService[] = [
  one('FEDEX_GROUND', 'Ground', 'ground groundcanada groundinternational groundus'),
  one('GROUND_HOME_DELIVERY', 'Home Delivery', 'homedelivery groundhomedelivery'),
  one('FEDEX_EXPRESS_SAVER', 'Express Saver', 'expresssaver expresssavercanada'),
  one('FEDEX_EXPRESS_SAVER', 'Economy', 'economy', ['canada']),
  one('FEDEX_2_DAY', '2Day', '2day 2ndday 2daycanada'),
  one('FEDEX_2_DAY_AM', '2Day A.M.', '2dayam'),
  one('STANDARD_OVERNIGHT', 'Standard Overnight', 'standardovernight standardovernightcanada'),
  one('PRIORITY_OVERNIGHT', 'Priority Overnight', 'priorityovernight priorityovernightcanada'),
  one('FIRST_OVERNIGHT', 'First Overnight', 'firstovernight firstovernightcanada'),
  one('FEDEX_INTERNATIONAL_CONNECT_PLUS', 'International Connect Plus', 'internationalconnectplus intlconnectplus'),
  one('INTERNATIONAL_ECONOMY', 'International Economy', 'internationaleconomy intleconomy'),
  one('FEDEX_INTERNATIONAL_PRIORITY', 'International Priority', 'internationalpriority intlpriority'),
  one(
    'FEDEX_INTERNATIONAL_PRIORITY_EXPRESS',
    'International Priority Express',
    'internationalpriorityexpress intlpriorityexpress',
  ),
  one('INTERNATIONAL_FIRST', 'International First', 'internationalfirst intlfirst'),
];

const USPS: readonly CarriedService[] = [
  one('USPS_GROUND_ADVANTAGE', 'Ground Advantage', 'groundadvantage'),
  one('PRIORITY_MAIL', 'Priority Mail', 'priority prioritymail', ['states']),
  one('PRIORITY_MAIL_EXPRESS', 'Priority Mail Express', 'express prioritymailexpress', ['states']),
  one('MEDIA_MAIL', 'Media Mail', 'media mediamail'),
  one('LIBRARY_MAIL', 'Library Mail', 'librarymail'),
  one('BOUND_PRINTED_MATTER', 'Bound Printed Matter', 'boundprintedmatter'),
  one(
    'FIRST-CLASS_PACKAGE_INTERNATIONAL_SERVICE',
    'First-Class Package International Service',
    'firstclasspackageinternationalservice firstclasspackageinternational firstclassinternational firstclassmailinternational',
  ),
  one('PRIORITY_MAIL_INTERNATIONAL', 'Priority Mail International', 'prioritymailinternational'),
  one(
    'PRIORITY_MAIL_EXPRESS_INTERNATIONAL',
    'Priority Mail Express International',
    'prioritymailexpressinternational prioritymailinternationalexpress expressmailinternational',
  ),
];

const CANADA_POST: readonly CarriedService[] = [
  one('DOM.RP', 'Regular Parcel', 'regular regularparcel domesticregularparcel domrp'),
  one('DOM.EP', 'Expedited Parcel', 'expedited expeditedparcel domesticexpeditedparcel domep', ['canada']),
  one('DOM.XP', 'Xpresspost', 'xpresspost domesticxpresspost domesticxpresspostdomestic domxp', ['canada']),
  one('DOM.XP.CERT', 'Xpresspost Certified', 'xpresspostcertified domxpcert'),
  one('DOM.PC', 'Priority', 'priority prioritycourier domesticpriority dompc', ['canada']),
  one('USA.EP', 'Expedited Parcel USA', 'expeditedparcelusa usaexpeditedparcel usaep'),
  one('USA.XP', 'Xpresspost USA', 'xpresspostusa usaxpresspost usaxp'),
  one('USA.TP', 'Tracked Packet USA', 'trackedpacketusa trackedpacket usatrackedpacket usatp', ['canada-states']),
  one('USA.TP.LVM', 'Tracked Packet USA (large volume)', 'trackedpacketusalvm usatplvm'),
  one('USA.PW.ENV', 'Priority Worldwide Envelope USA', 'priorityworldwideenvelopeusa usapwenv'),
  one('USA.PW.PAK', 'Priority Worldwide Pak USA', 'priorityworldwidepakusa usapwpak'),
  one('USA.PW.PARCEL', 'Priority Worldwide Parcel USA', 'priorityworldwideparcelusa usapwparcel'),
  one('INT.XP', 'Xpresspost International', 'xpresspostinternational xpresspostintl internationalxpresspost intxp'),
  one('INT.IP.AIR', 'International Parcel Air', 'internationalparcelair airparcelintl intipair'),
  one('INT.IP.SURF', 'International Parcel Surface', 'internationalparcelsurface surfaceparcelintl intipsurf'),
  one('INT.TP', 'Tracked Packet International', 'trackedpacketinternational internationaltrackedpacket inttp'),
  one('INT.PW.ENV', 'Priority Worldwide Envelope', 'priorityworldwideenvelopeintl intpwenv'),
  one('INT.PW.PAK', 'Priority Worldwide Pak', 'priorityworldwidepakintl intpwpak'),
  one('INT.PW.PARCEL', 'Priority Worldwide Parcel', 'priorityworldwideparcelintl intpwparcel'),
];

const INSIDE: readonly WayKind[] = ['canada', 'states', 'inside'];
const DHL: readonly CarriedService[] = [
  one('P', 'Express Worldwide', 'expressworldwide expressworldwidenondoc worldwide', OUT),
  one('Y', 'Express 12:00', 'express1200 express12pm express1200nondoc', OUT),
  one('M', 'Express 10:30', 'express1030 express1030am express1030nondoc express1030international', OUT),
  one('E', 'Express 9:00', 'express900 express0900 express9am express900nondoc', OUT),
  one('H', 'Economy Select', 'economyselect economyselectnondoc', OUT),
  one('N', 'Express Domestic', 'domesticexpress expressdomestic', INSIDE),
  one('1', 'Express Domestic 12:00', 'domesticexpress1200', INSIDE),
  one('O', 'Express Domestic 10:30', 'domesticexpress1030', INSIDE),
  one('I', 'Express Domestic 9:00', 'domesticexpress900 domesticexpress0900', INSIDE),
  one('G', 'Economy Select Domestic', 'domesticeconomyselect', INSIDE),
];

const CANPAR: readonly CarriedService[] = [
  one('1', 'Ground', 'ground'),
  one('3', 'Select Letter', 'selectletter'),
  one('4', 'Select Pak', 'selectpak'),
  one('5', 'Select', 'select selectparcel', ['canada']),
  one('C', 'Overnight Letter', 'overnightletter expressletter'),
  one('D', 'Overnight Pak', 'overnightpak expresspak'),
  one('E', 'Overnight', 'overnight expressparcel'),
  one('2', 'U.S.A. Ground', 'usa'),
  one('F', 'Select U.S.A. Letter', 'usaletter usaselectletter selectusaletter'),
  one('G', 'Select U.S.A. Pak', 'usapak usaselectpak selectusapak'),
  one('H', 'Select U.S.A.', 'selectusa usaselectparcel selectusaparcel'),
  one('I', 'International', 'international'),
];

/** Packs, times and destinations of Purolator in every order in which they are written. */
function purolator(): readonly CarriedService[] {
  const packs: readonly (readonly [string, string])[] = [
    ['', ''],
    ['Envelope', 'envelope'],
    ['Pack', 'pack'],
    ['Box', 'box'],
  ];
  const times: readonly (readonly [string, string, readonly string[]])[] = [
    ['', '', ['']],
    ['9AM', '9AM', ['9am']],
    ['10:30AM', '10:30AM', ['1030am', '1030']],
    ['12PM', '12:00', ['12pm', '1200', '1200pm']],
    ['Evening', '', ['evening']],
  ];
  const places: readonly (readonly [string, string, readonly string[]])[] = [
    ['', '', ['']],
    ['U.S.', ' U.S.', ['us', 'usa']],
    ['International', ' International', ['international', 'intl']],
  ];
  const all: CarriedService[] = [];
  for (const [place, placeName, placeWords] of places)
    for (const [pack, packWord] of packs)
      for (const [inside, outside, timeWords] of times) {
        const time = place === '' ? inside : outside;
        if (place !== '' && inside === 'Evening') continue;
        // Purolator writes the pack before the place where there is no time, and after it where there is one.
        const code =
          place === '' || time === ''
            ? `PurolatorExpress${pack}${place}${time}`
            : `PurolatorExpress${place}${pack}${time}`;
        const words = placeWords.flatMap((p) =>
          timeWords.flatMap((t) => [`express${packWord}${p}${t}`, `express${p}${packWord}${t}`]),
        );
        const name = `Express${pack === '' ? '' : ` ${pack}`}${placeName}${time === '' ? '' : ` ${time}`}`;
        all.push({ code, name, words: [...new Set(words)] });
      }
  return [
    ...all,
    one('PurolatorGround', 'Ground', 'ground'),
    one('PurolatorGround9AM', 'Ground 9AM', 'ground9am'),
    one('PurolatorGround10:30AM', 'Ground 10:30AM', 'ground1030am ground1030'),
    one('PurolatorGroundEvening', 'Ground Evening', 'groundevening'),
    one('PurolatorGroundDistribution', 'Ground Distribution', 'grounddistribution'),
    one('PurolatorGroundU.S.', 'Ground U.S.', 'groundus groundusa'),
    one('PurolatorExpressEnvelope', 'Express Envelope', 'puroletter'),
    one('PurolatorExpressEnvelope9AM', 'Express Envelope 9AM', 'puroletter9am'),
    one('PurolatorExpressEnvelope10:30AM', 'Express Envelope 10:30AM', 'puroletter1030'),
    one('PurolatorExpressPack', 'Express Pack', 'puropak'),
    one('PurolatorExpressPack9AM', 'Express Pack 9AM', 'puropak9am'),
    one('PurolatorExpressPack10:30AM', 'Express Pack 10:30AM', 'puropak1030'),
  ];
}

/** By the slug of our connector. */
export const CARRIED_SERVICES: Readonly<Record<string, readonly CarriedService[]>> = {
  'canada-post': CANADA_POST,
  ups: UPS,
  fedex: FEDEX,
  purolator: purolator(),
  'dhl-express': DHL,
  usps: USPS,
  canpar: CANPAR,
};
