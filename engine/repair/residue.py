"""Remains of web pages in plain text: navigation, sharing, related links."""

from __future__ import annotations

import re
from collections.abc import Sequence

from engine.repair.lexicon import words as word_set
from engine.repair.lines import Line

_LONGEST = 80
_SHORTEST = 3
_RESIDUE = re.compile(
    r"(?:skip to (?:main )?(?:content|navigation)|back to top|jump to (?:navigation|search|"
    r"content)|"
    r"(?:share|tweet|pin|email|print|save)(?: (?:this|on|via|to)\b.{0,40})?|"
    r"share(?: (?:on|via))?[:：]?(?: ?(?:facebook|twitter|x|linkedin|whatsapp|email|reddit|"
    r"pinterest)[ ,|·/]*)+|"
    r"(?:log ?in|sign ?in|register|sign ?up|subscribe)(?:\s*[|/·•]\s*(?:log ?in|sign ?in|register|"
    r"sign ?up|"
    r"subscribe|cart|search|menu|my account|help|contact))+|"
    r"(?:log ?in|sign ?in) (?:or|to) .{0,30}|(?:main )?menu|toggle (?:navigation|menu)|"
    r"(?:this (?:web)?site|we) uses? cookies.{0,200}|accept (?:all )?cookies|cookie (?:settings|"
    r"policy|preferences)|"
    r"(?:subscribe|sign up) (?:to|for) (?:our|the) .{0,40}newsletter.{0,30}|"
    r"(?:related|recommended|popular|latest|more) (?:articles|posts|stories|links|reading|news|"
    r"content)|"
    r"you (?:may|might) also (?:like|be interested in)|read (?:more|next)(?:[:：].{0,60})?|"
    r"(?:previous|next|older|newer) (?:article|post|page|posts|story)(?:\s*[:：»→].{0,60})?|"
    r"leave a (?:comment|reply)|\d+ (?:comments?|shares?|likes?|views?)|advertisement|"
    r"sponsored(?: content)?|"
    r"home(?:\s*[>»›/|]\s*[^>»›/|]{1,30}){1,6}|all rights reserved\.?|"
    r"(?:privacy policy|terms of (?:use|service)|contact(?: us)?|about(?: us)?|imprint|sitemap|"
    r"help)"
    r"(?:\s*[|·•]\s*(?:privacy policy|terms of (?:use|service)|contact(?: us)?|about(?: us)?|"
    r"imprint|"
    r"sitemap|help|cookies))+)",
    re.IGNORECASE,
)
_RESIDUE_CJK = re.compile(
    "(?:(?:您?(?:当前|现在)?的?位置[:：]\\s*)?首[页頁](?:\\s*[>»›/|＞]\\s*[^>»›/|＞]{1,20}){1,6}|"
    "(?:登录|登入|注册|註冊|登錄|退出|收藏|搜索|设为首页|加入收藏|联系我们|关于我们|网站地图|手机版|客户端|返回首页)"
    "(?:\\s*[|｜/·]\\s*[\\u4e00-\\u9fffA-Za-z]{2,6})*|"
    "(?:登录|登入|登錄)\\s+(?:注册|註冊)|收藏\\s+打印(?:\\s+.{0,20})?|"
    "分享(?:到|至)?\\s*[:：]?(?:\\s*(?:微信|微博|朋友圈|QQ空间|QQ|豆瓣|新浪微博|Facebook|Twitter))*|"
    "(?:上|下)一[篇页頁章]\\s*[:：]?.{0,40}|(?:相关|推荐|延伸|热门)(?:阅读|文章|新闻|推荐|链接)[:：]?|猜你喜欢|"
    "扫一扫.{0,20}|扫描?二维码.{0,20}|长按(?:识别)?二维码.{0,20}|点击(?:这里|上方|下方|查看|阅读)(?:更多|原文|全文|关注).{0,10}|"
    "阅读(?:原文|全文|更多)|返回(?:顶部|首页|列表|目录)|打印本页|关闭窗口|【?字体[:：].{0,20}|"
    "(?:责任编辑|编辑|责编)[:：].{1,12}|(?:发表|查看|全部)评论|(?:点赞|收藏|转发|评论)(?:\\s*\\d+)?|"
    "版权所有.{0,60}|(?:前|次)の(?:記事|ページ).{0,40}|関連(?:記事|リンク|ニュース)|おすすめ記事|"
    "(?:ページ)?トップへ(?:戻る)?|ページの先頭へ|続きを読む|もっと見る|(?:ログイン|会員登録|新規登録|メニュー|"
    "お問い合わせ|サイトマップ|プライバシーポリシー|利用規約|検索)(?:\\s*[|｜/·]\\s*[^|｜/·]{2,12})*|"
    "ホーム(?:\\s*[>»›/|＞]\\s*[^>»›/|＞]{1,20}){1,6}|シェア(?:する)?(?:\\s+(?:ツイート|LINEで送る|Facebook|Twitter|"
    "ブックマーク))*|ツイート|(?:로그인|회원가입|공유하기|관련\\s?기사|이전\\s?글|다음\\s?글|목록|맨\\s?위로|더\\s?보기|"
    "댓글(?:\\s*\\d+)?|구독하기)(?:\\s*[|/·]\\s*[^|/·]{2,12})*|홈(?:\\s*[>»›/|]\\s*[^>»›/|]{1,20}){1,6})"
)

# Other languages: a line is navigation if each of its parts between bars is a phrase of one.
_BARS = re.compile(r"\s*[|｜·•/»›>«‹→←]\s*")
_TRAIL = re.compile(r"\s[>»›]\s")
_PHRASES = frozenset(
    phrase
    for line in (
        # German
        "anmelden,registrieren,einloggen,abmelden,mein konto,warenkorb,suche,menü,kontakt",
        "impressum,datenschutz,datenschutzerklärung,agb,drucken,merken,kommentare",
        "kommentar schreiben,nach oben,zum inhalt springen,zur navigation springen",
        "newsletter abonnieren,jetzt abonnieren,teilen,das könnte sie auch interessieren",
        "das könnte dich auch interessieren,mehr zum thema,anzeige,ähnliche artikel",
        "verwandte artikel,weitere artikel,weiterlesen,mehr lesen,nächster artikel",
        "vorheriger artikel,alle cookies akzeptieren,cookie-einstellungen,werbung",
        "artikel teilen,alle rechte vorbehalten,lesen sie auch,zurück zur übersicht",
        "zurück zur startseite,hilfe",
        # French
        "se connecter,s'inscrire,connexion,inscription,mon compte,panier,rechercher,contact",
        "partager,s'abonner,s'abonner à la newsletter,à lire aussi,lire aussi",
        "articles similaires,imprimer,vous aimerez aussi,vous pourriez aussi aimer",
        "lire la suite,article suivant,mentions légales,article précédent,haut de page",
        "retour en haut,aller au contenu,plan du site,publicité,politique de confidentialité",
        "accepter les cookies,tout accepter,tous droits réservés,laisser un commentaire",
        "commentaires,conditions d'utilisation,nous contacter,accueil",
        # Spanish and Portuguese
        "iniciar sesión,registrarse,regístrate,mi cuenta,buscar,contacto,compartir,imprimir",
        "publicidad,artículos relacionados,noticias relacionadas,te puede interesar",
        "también te puede interesar,leer más,seguir leyendo,artículo siguiente",
        "artículo anterior,volver arriba,aviso legal,política de privacidad,aceptar cookies",
        "aceptar todas las cookies,suscríbete,ir al contenido,suscríbete a nuestro boletín",
        "todos los derechos reservados,mapa del sitio,dejar un comentario,entrar,cadastre-se",
        "compartilhar,artigos relacionados,leia também,leia mais,voltar ao topo",
        "política de privacidade,todos os direitos reservados,aceitar cookies,fale conosco",
        # Italian and Dutch
        "accedi,registrati,condividi,stampa,articoli correlati,leggi anche,leggi tutto",
        "torna su,potrebbe interessarti anche,articolo successivo,articolo precedente",
        "vai al contenuto,iscriviti alla newsletter,informativa sulla privacy",
        "tutti i diritti riservati,accetta i cookie,inloggen,registreren,delen,afdrukken",
        "lees ook,lees meer,lees verder,gerelateerde artikelen,terug naar boven",
        "volgend artikel,vorig artikel,naar de inhoud,privacybeleid,cookies accepteren",
        "schrijf je in voor de nieuwsbrief,alle rechten voorbehouden,winkelwagen",
        # Polish and Russian
        "zaloguj się,zarejestruj się,udostępnij,drukuj,czytaj także,czytaj więcej",
        "czytaj dalej,powiązane artykuły,następny artykuł,poprzedni artykuł,przejdź do treści",
        "polityka prywatności,zapisz się do newslettera,wszelkie prawa zastrzeżone",
        "akceptuj wszystkie,reklama,do góry,войти,вход,регистрация,поделиться,распечатать",
        "печать,читайте также,читать далее,подписаться,похожие статьи,по теме",
        "следующая статья,предыдущая статья,перейти к содержанию,наверх",
        "политика конфиденциальности,все права защищены,реклама,подписаться на рассылку",
        "комментарии",
    )
    for phrase in line.split(",")
)
_HOMES = word_set("startseite accueil inicio início home strona главная hem start hjem homepage")
_SHARE = word_set(
    "teilen partager compartir compartilhar condividi delen udostępnij поделиться share weitersagen"
)
_NETWORKS = word_set(
    "facebook twitter x e-mail email mail linkedin whatsapp reddit pinterest instagram telegram "
    "drucken imprimer imprimir stampa afdrukken drukuj вконтакте vk xing kopieren copier copiar"
)
_SHARE_CJK = re.compile(
    r"(?:分享(?:到|至)?|シェア(?:する)?)\s*[:：]?\s*(?:微信|微博|朋友圈|QQ|豆瓣|LINE|Facebook|Twitter|ツイート)"
)
_MENU = word_set(
    "home news sport sports weather contact about search menu login register shop blog help video "
    "videos photos business politics culture opinion travel health science technology support faq "
    "startseite nachrichten wetter kontakt suche politik wirtschaft kultur reise wissen meinung "
    "accueil actualités météo culture politique économie contactez recherche inicio noticias "
    "deportes tiempo contacto cultura política economía attualità meteo contatti nieuws weer"
)
_MENU_LINES = 3
_FIRST = word_set(
    "skip back jump share tweet pin email print save log login sign signin register signup "
    "subscribe main menu toggle this we accept cookie related recommended popular latest more you "
    "read previous next older newer leave advertisement sponsored home all privacy terms contact "
    "about imprint sitemap help"
)
_FIRST_WORD = re.compile(r"[^\W\d_]+")
_FIRST |= {word.group() for word in map(_FIRST_WORD.match, _PHRASES | _SHARE | _HOMES) if word}
_BAR_SIGN = re.compile("[|｜·•/»›>«‹→←]")
_BAR = re.compile(r"\s[|>»›/｜＞·•]\s")
_REASON = "navigation"


def drop(lines: Sequence[Line]) -> None:
    """Drop navigation that is unmistakable.

    A single hit in a long text may be its content, so one must have a second within ten
    lines or be a breadcrumb or bar with several parts.
    """
    _menu(lines)
    hits: list[int] = []
    for index, line in enumerate(lines):
        text = line.text
        if line.role or len(text) > _LONGEST or text[-1] in ",;，；":
            continue
        if text[0] > "⺀":
            if _RESIDUE_CJK.fullmatch(text):
                hits.append(index)
        elif len(text) < _SHORTEST or not _begins(text):
            continue
        elif _RESIDUE.fullmatch(text) or _phrased(text):
            hits.append(index)
    for place, index in enumerate(hits):
        near = any(
            0 <= other < len(hits) and abs(hits[other] - index) <= 10
            for other in (place - 1, place + 1)
        )
        text = lines[index].text
        bar = _BAR.search(text) is not None or _shares(text)
        if near or bar or index < 3:
            lines[index].drop(_REASON)


def _shares(text: str) -> bool:
    """Whether the line names the networks to share the page with."""
    if text[0] > "⺀":
        return _SHARE_CJK.match(text) is not None
    words = re.split(r"[\s:|,·/]+", text.casefold())
    return words[0] in _SHARE and len(words) > 1 and words[1] in _NETWORKS


def _begins(text: str) -> bool:
    """Whether the line has bars or begins like navigation, which few lines do."""
    word = _FIRST_WORD.match(text)
    if word is None or word.group().casefold() in _FIRST:
        return True
    return _BAR_SIGN.search(text) is not None


def _phrased(text: str) -> bool:
    """Whether the line is made of the phrases of navigation in another language."""
    folded = text.casefold().replace("’", "'").rstrip(" .:…")
    if folded in _PHRASES:
        return " " in folded  # one word may be a heading
    first, _, rest = folded.partition(" ")
    if first.rstrip(":") in _SHARE:
        others = [word for word in re.split(r"[\s:|,·/]+", rest) if word]
        return bool(others) and all(word in _NETWORKS for word in others)
    if not _BARS.search(folded):
        return False
    parts = [part for part in _BARS.split(folded) if part]
    if parts and parts[0] in _HOMES and len(parts) > 1 and _TRAIL.search(text):
        return all(len(part) <= 30 for part in parts)
    return bool(parts) and all(part in _PHRASES or part in _HOMES for part in parts)


def _menu(lines: Sequence[Line]) -> None:
    """Drop the entries of a menu, a word a line, above the text of a page."""
    found: list[Line] = []
    for line in lines:
        if line.role == "blank" and not found:
            continue
        if line.role or line.text.casefold() not in _MENU:
            break
        found.append(line)
    if len(found) >= _MENU_LINES:
        for line in found:
            line.drop(_REASON)
