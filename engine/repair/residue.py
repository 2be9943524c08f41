"""Remains of web pages in plain text: navigation, sharing, related links."""

from __future__ import annotations

import re
from collections.abc import Sequence

from engine.repair.lines import Line

_LONGEST = 80
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
    "分享(?:到|至)?\\s*[:：]?(?:\\s*(?:微信|微博|朋友圈|QQ空间|QQ|豆瓣|新浪微博|Facebook|Twitter))*|"
    "(?:上|下)一[篇页頁章]\\s*[:：]?.{0,40}|(?:相关|推荐|延伸|热门)(?:阅读|文章|新闻|推荐|链接)[:：]?|猜你喜欢|"
    "扫一扫.{0,20}|扫描?二维码.{0,20}|长按(?:识别)?二维码.{0,20}|点击(?:这里|上方|下方|查看|阅读)(?:更多|原文|全文|关注).{0,10}|"
    "阅读(?:原文|全文|更多)|返回(?:顶部|首页|列表|目录)|打印本页|关闭窗口|【?字体[:：].{0,20}|"
    "(?:责任编辑|编辑|责编)[:：].{1,12}|(?:发表|查看|全部)评论|(?:点赞|收藏|转发|评论)(?:\\s*\\d+)?|"
    "版权所有.{0,60}|前の記事.{0,40}|次の記事.{0,40}|関連記事|ページトップへ|シェアする|ログイン|メニュー)"
)
_REASON = "navigation"


def drop(lines: Sequence[Line]) -> None:
    """Drop navigation that is unmistakable.

    A single hit in a long text may be its content, so one must have a second within ten
    lines or be a breadcrumb or bar with several parts.
    """
    hits: list[int] = []
    for index, line in enumerate(lines):
        text = line.text
        if line.role or len(text) > _LONGEST or text[-1] in ",;，；":
            continue
        pattern = _RESIDUE_CJK if text[0] > "⺀" else _RESIDUE
        if pattern.fullmatch(text):
            hits.append(index)
    for place, index in enumerate(hits):
        near = any(
            0 <= other < len(hits) and abs(hits[other] - index) <= 10
            for other in (place - 1, place + 1)
        )
        bar = re.search(r"\s[|>»›/｜＞·•]\s", lines[index].text) is not None
        if near or bar or index < 3:
            lines[index].drop(_REASON)
