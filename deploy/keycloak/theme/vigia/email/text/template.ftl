<#ftl output_format="plainText">
<#-- The same words as html/template.ftl, as plain text. -->
<#macro linkMail kind detail="">
${msg(kind + "Subject", detail)}

${msg(kind + "Why", realmName, detail)}

${msg(kind + "Action")}: ${link}

${msg("linkUntil", linkExpirationFormatter(linkExpiration))}

${msg(kind + "Otherwise")}

--
${realmName}
</#macro>
