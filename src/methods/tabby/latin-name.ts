/**
 * A buyer's name in the letters that Tabby takes (Spec 5): a first guess for the buyer to put right. Arabic writes no
 * short vowels, so frequent names are in a list and the rest follows a few rules.
 */

/** Frequent names in Saudi Arabia, as people spell them themselves. */
const known = new Map<string, string>(
  pairs(
    "محمد:Mohammed أحمد:Ahmed احمد:Ahmed محمود:Mahmoud علي:Ali عمر:Omar عثمان:Othman خالد:Khalid فهد:Fahad سعد:Saad " +
      "سعود:Saud سعيد:Saeed فيصل:Faisal تركي:Turki بندر:Bandar ماجد:Majed ناصر:Nasser نايف:Naif سلطان:Sultan سلمان:Salman " +
      "يوسف:Yousef إبراهيم:Ibrahim ابراهيم:Ibrahim حسن:Hassan حسين:Hussain صالح:Saleh عبدالله:Abdullah عبدالرحمن:Abdulrahman " +
      "عبدالعزيز:Abdulaziz مشعل:Mishal متعب:Mutaib طلال:Talal وليد:Waleed ياسر:Yasser زياد:Ziyad هشام:Hisham راشد:Rashed " +
      "نورة:Noura نوره:Noura سارة:Sarah ساره:Sarah فاطمة:Fatimah عائشة:Aisha مريم:Maryam ريم:Reem هند:Hind لطيفة:Latifah " +
      "منيرة:Munirah هيفاء:Haifa أمل:Amal منى:Mona خديجة:Khadijah زينب:Zainab شهد:Shahad لمى:Lama دانة:Danah جواهر:Jawaher " +
      "العتيبي:Alotaibi القحطاني:Alqahtani الغامدي:Alghamdi الحربي:Alharbi الزهراني:Alzahrani الشهري:Alshehri " +
      "الدوسري:Aldosari المطيري:Almutairi الشمري:Alshammari العنزي:Alanazi السبيعي:Alsubaie الرشيدي:Alrashidi " +
      "المالكي:Almalki الأحمدي:Alahmadi الجهني:Aljohani البلوي:Albalawi السهلي:Alsahli الخالدي:Alkhaldi " +
      "العمري:Alamri القرني:Alqarni الشريف:Alsharif اليامي:Alyami الأسمري:Alasmari عسيري:Asiri بن:bin بنت:bint آل:Al",
  ),
);

const sounds = new Map<string, string>(
  pairs(
    "ب:b ت:t ث:th ج:j ح:h خ:kh د:d ذ:th ر:r ز:z س:s ش:sh ص:s ض:d ط:t ظ:z ع:a غ:gh ف:f ق:q ك:k ل:l م:m ن:n ه:h و:w ي:y " +
      "ء: ئ:e ؤ:o پ:p چ:ch ڤ:v گ:g ا:a أ:a إ:i آ:a ى:a ة:ah",
  ),
);

const marks = /[\u0640\u064b-\u0652\u0670]/g;

/** At most what a name may have on the form. */
const longest = 100;

/** A name of any script in Latin letters, digits, spaces and hyphens; empty when nothing of it can be written so. */
export function latinName(name: string): string {
  const words = name
    .replace(marks, "")
    .replace(/عبد\s+(?=ال)/g, "عبد")
    .replaceAll("&", " and ")
    .normalize("NFKC")
    .split(/\s+/);
  return words
    .map(latinWord)
    .filter((word) => word !== "")
    .join(" ")
    .slice(0, longest);
}

function latinWord(word: string): string {
  const found = known.get(word);
  if (found !== undefined) return found;
  if (!/\p{Script=Arabic}/u.test(word)) return word.normalize("NFD").replace(/[^A-Za-z0-9_-]/g, "");
  const servant = /^عبدال(.+)$/.exec(word)?.[1];
  if (servant !== undefined) return `Abdul${spelled(servant)}`;
  const article = /^ال(..+)$/.exec(word)?.[1];
  return capital(article === undefined ? spelled(word) : `al${spelled(article)}`);
}

/** Letter by letter, with the vowels that are written, and an "a" where two consonants would stand at the beginning. */
function spelled(word: string): string {
  let text = "";
  const letters = [...word];
  for (const [index, letter] of letters.entries()) {
    const isBetween = index > 0 && /[^aeiou]$/.test(text);
    if (letter === "و" && isBetween && letters[index + 1] !== "ي") text += "ou";
    else if (letter === "ي" && isBetween) text += "i";
    else {
      const sound = sounds.get(letter) ?? "";
      const isSecond = index === 1 && isBetween && /^[^aeiou]/.test(sound);
      text += isSecond ? `a${sound}` : sound;
    }
  }
  return text;
}

function pairs(text: string): [string, string][] {
  return text.split(" ").map((pair) => {
    const [arabic = "", latin = ""] = pair.split(":");
    return [arabic, latin];
  });
}

function capital(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1);
}
