/**
 * In a test world a real card number does not leave the browser. The rule stands in the document of such a page and in no file, so
 * that the pages of real invoices carry none of it, and runs before any form can be submitted.
 */
import { useLocale, useTranslations } from "use-intl/react";
import { testCardNumbers } from "#core/card/test-card-numbers.ts";
import { usePageScope } from "../scope.tsx";

export function TestCardsOnly() {
  const t = useTranslations("testcards");
  const language = useLocale();
  const { nonce } = usePageScope();
  return (
    <>
      <template id="test-cards-only">
        <p className="field-error">
          {t("only")}{" "}
          <a href={`/docs/${language}/test-mode`} target="_blank" rel="noopener">
            {t("list")}
          </a>
        </p>
      </template>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own script, with our own list in it */}
      <script nonce={nonce} dangerouslySetInnerHTML={{ __html: guard }} />
    </>
  );
}

/**
 * Our own form: its submission ends here, at the field. The gateway's fields, whose content no page can read, are the simulator's in a
 * test world: it refuses such a number in its own frame, and the words are put below what the form says then. A number that is
 * not whole yet is the form's affair. The masks turn the digits of all writings into ASCII.
 */
const guard = String.raw`(function(){
var cards=${JSON.stringify(testCardNumbers.join(" "))}.split(" ");
function place(input){return input.closest(".field")}
function mark(input){
var field=place(input),id=input.id+"-test";
if(document.getElementById(id))return;
var note=document.getElementById("test-cards-only").content.firstElementChild.cloneNode(true);
note.id=id;
field.append(note);
}
function clear(input){
var note=document.getElementById(input.id+"-test");
if(!note)return;
note.remove();
input.removeAttribute("aria-invalid");
if(input.getAttribute("aria-describedby")===note.id)input.removeAttribute("aria-describedby");
place(input).querySelector(".field-box").removeAttribute("data-wrong");
}
function digits(text){
return text.replace(/[\u0660-\u0669\u06f0-\u06f9\uff10-\uff19]/g,function(c){return c.charCodeAt(0)&15}).replace(/\D/g,"");
}
addEventListener("submit",function(event){
event.target.querySelectorAll("#card-number,#amex-number").forEach(function(input){
var typed=digits(input.value);
if(!input.offsetParent||typed.length<12||cards.includes(typed))return;
event.preventDefault();
event.stopImmediatePropagation();
mark(input);
input.setAttribute("aria-invalid","true");
input.setAttribute("aria-describedby",input.id+"-test");
place(input).querySelector(".field-box").setAttribute("data-wrong","");
input.focus();
});
},true);
addEventListener("input",function(event){
if(/^(card|amex)-number$/.test(event.target.id))clear(event.target);
},true);
new MutationObserver(function(){
document.querySelectorAll('.hosted-places [data-place="number"] input').forEach(function(input){
var error=document.getElementById(input.id+"-error");
if(error&&error.textContent)mark(input);else clear(input);
});
}).observe(document,{subtree:true,childList:true,characterData:true});
})()`;
