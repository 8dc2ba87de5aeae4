<#--
  The frame of every mail, as in functions/platform/mail/layout.ts: sizes and colours are inline, because many mail
  programs drop style sheets; the sheet is for dark ones. The parent theme's templates call emailLayout too.
-->
<#macro emailLayout title="">
<!doctype html>
<html lang="pt-BR">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width,initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <meta name="supported-color-schemes" content="light dark">
    <title><#if title?has_content>${title}<#else>${realmName}</#if></title>
    <style>:root{color-scheme:light dark;supported-color-schemes:light dark}@media (prefers-color-scheme:dark){.paper{background:#0a1410!important}.card{background:#0f1c16!important}.sunken{background:#0a1410!important}.ink{color:#e8f0e9!important}.soft{color:#a3b5aa!important}.line{border-color:#2c4237!important}.button{background:#4ee29a!important}.on-button{color:#06281a!important}.outline{border-color:#a3b5aa!important}.outline{color:#e8f0e9!important}}</style>
  </head>
  <body class="paper ink" style="margin:0;background:#f5f3ea;color:#0d2018;font:16px/1.6 Figtree,Helvetica,Arial,sans-serif">
    <div class="paper ink" style="background:#f5f3ea;color:#0d2018">
    <div style="max-width:560px;margin:0 auto;padding:24px 16px">
      <p style="font-size:18px;font-weight:700;margin:0 0 12px;padding:0 8px">${realmName}</p>
      <div class="card line" style="background:#fdfcf6;border:1px solid #dcd9cb;border-radius:14px;padding:24px;overflow-wrap:anywhere">
        <#if title?has_content>
        <h1 style="font-size:22px;line-height:1.3;font-weight:700;margin:0 0 16px">${title}</h1>
        </#if>
        <#nested>
      </div>
    </div>
    </div>
  </body>
</html>
</#macro>

<#macro small><p class="soft" style="margin:0 0 8px;color:#4a5b52;font-size:14px;overflow-wrap:anywhere"><#nested></p></#macro>

<#-- A mail with the server's link: its reason, the button, how long the link works, and what to do if it was not requested. -->
<#macro linkMail kind detail="">
<@emailLayout title=msg(kind + "Subject", detail)>
        <p style="margin:0 0 16px">${msg(kind + "Why", realmName, detail)}</p>
        <p style="margin:24px 0 12px"><a class="button on-button" href="${link}" style="display:inline-block;background:#0d2018;color:#f5f3ea;padding:12px 20px;border-radius:10px;font-weight:600;text-decoration:none">${msg(kind + "Action")}</a></p>
        <@small>${msg("linkUntil", linkExpirationFormatter(linkExpiration))}</@small>
        <@small>${msg(kind + "Otherwise")}</@small>
</@emailLayout>
</#macro>
